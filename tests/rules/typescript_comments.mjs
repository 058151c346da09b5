/**
 * Reads the comments and the declared names of TypeScript and JavaScript files with the compiler's own parser, so that
 * strings, template literals, regular expressions and JSX text are never mistaken for comments.
 *
 * Input: a JSON list of {path, text} on standard input. Output: a JSON list of {comments, names} in the same order;
 * a comment is [line, text, whether it begins a line], a name is [line, name, kind].
 */
import ts from "typescript";

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const KINDS = {
  [ts.SyntaxKind.FunctionDeclaration]: "function",
  [ts.SyntaxKind.MethodDeclaration]: "function",
  [ts.SyntaxKind.MethodSignature]: "function",
};

/** Collect the ranges without comments (literals, JSX text) and the names that `source` declares. */
function visit(source) {
  const literals = [];
  const names = [];
  const enter = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      literals.push([node.getStart(source), node.end]);
    } else if (ts.isRegularExpressionLiteral(node)) literals.push([node.getStart(source), node.end]);
    else if (ts.isJsxText(node)) literals.push([node.pos, node.end]);
    else if (isDeclaration(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart(source));
      names.push([line + 1, node.name.text, KINDS[node.kind] ?? kindOfValue(node)]);
    }
    ts.forEachChild(node, enter);
  };
  enter(source);
  return { literals: literals.sort(([a], [b]) => a - b), names };
}

function isDeclaration(node) {
  return (
    node.name !== undefined &&
    ts.isIdentifier(node.name) &&
    !ts.isPropertyAccessExpression(node) &&
    !ts.isPropertyAssignment(node) &&
    !ts.isShorthandPropertyAssignment(node) &&
    !ts.isJsxAttribute(node) &&
    !ts.isMetaProperty(node) &&
    !ts.isImportClause(node) &&
    !((ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) && node.propertyName === undefined)
  );
}

/** A variable that is initialised with a function counts as a function. */
function kindOfValue(node) {
  const value = node.initializer;
  const isFunction = value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
  return ts.isVariableDeclaration(node) && isFunction ? "function" : "value";
}

function read({ path, text }) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const { literals, names } = visit(source);
  const comments = [];
  let next = 0;
  COMMENT.lastIndex = 0;
  for (let match = COMMENT.exec(text); match; match = COMMENT.exec(text)) {
    while (next < literals.length && literals[next][1] <= match.index) next += 1;
    if (next < literals.length && literals[next][0] <= match.index) {
      COMMENT.lastIndex = literals[next][1];
      continue;
    }
    const { line } = source.getLineAndCharacterOfPosition(match.index);
    const before = text.slice(text.lastIndexOf("\n", match.index - 1) + 1, match.index);
    comments.push([line + 1, match[0], before.trim() === ""]);
  }
  return { comments, names };
}

let input = "";
for await (const chunk of process.stdin) input += chunk;
process.stdout.write(JSON.stringify(JSON.parse(input).map(read)));
