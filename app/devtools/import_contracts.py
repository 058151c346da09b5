"""A custom contract for import-linter: features import only the `public` module of another feature."""

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class PublicOnly(Contract):
    """No feature imports from another feature, except from its `public` module.

    Every package directly below the root is a feature, so a new package is checked automatically; `not_features` names
    the exceptions.
    """

    type_name = "public_only"
    not_features = fields.SetField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002, FBT001  (import-linter's)
        root = str(self.session_options["root_packages"][0])
        not_features: set[str] = self.not_features  # type: ignore[assignment]
        features = {name for name in graph.find_children(root) if name not in not_features}
        illegal = []
        for importer in sorted(graph.modules):
            own = _feature_of(importer)
            if own not in features:
                continue
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                other = _feature_of(imported)
                if other in features and other != own and imported != f"{other}.public":
                    details = graph.get_import_details(importer=importer, imported=imported)
                    illegal.append((importer, imported, sorted(detail["line_number"] for detail in details)))
        return ContractCheck(kept=not illegal, metadata={"illegal": illegal})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported, lines in check.metadata["illegal"]:
            where = ", ".join(f"l.{line}" for line in lines)
            output.print_error(
                f"{importer} -> {imported} ({where}): only the feature's public module is open to others."
            )


def _feature_of(module: str) -> str:
    return ".".join(module.split(".")[:2])
