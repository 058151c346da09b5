"""Words of headings, types and answers in English, German, French, Spanish and Italian, as `fold` writes them."""

from app.form_imports.types import Meaning
from app.forms.public import FieldType

HEADINGS: dict[Meaning, tuple[str, ...]] = {
    Meaning.NUMBER: (
        "number", "no", "nr", "id", "#", "ref", "reference", "item", "item no", "question id", "question number", "question no",
        "question #", "q no", "q id", "qid", "ques num", "ques no", "control id", "control number", "control no", "question ref",
        "serial", "s no", "sr no", "sl no", "index", "key", "nummer", "fragennummer", "frage nr", "lfd nr", "kennung", "numero",
        "n", "no de question", "numero de pregunta", "num", "domanda n", "requirement id", "req id", "criteria id", "questionid",
        "questionnumber", "control ref", "question code", "item number",
    ),
    Meaning.SECTION: (
        "section", "domain", "category", "chapter", "topic", "area", "group", "theme", "domain title", "section title",
        "chapter title", "control domain", "control family", "family", "abschnitt", "kapitel", "bereich", "kategorie", "thema",
        "rubrique", "chapitre", "domaine", "categorie", "seccion", "capitulo", "categoria", "dominio", "sezione", "capitolo",
        "section name", "chapter name", "category name", "domain name", "module", "pillar", "section header", "question category",
    ),
    Meaning.SUBSECTION: (
        "subsection", "sub section", "sub domain", "subdomain", "subcategory", "sub category", "subtopic", "control title",
        "control group", "unterabschnitt", "unterkapitel", "sous section", "subseccion", "sottosezione", "control name",
    ),
    Meaning.QUESTION: (
        "question", "questions", "question text", "question title", "control question", "assessment question",
        "question request", "requirement", "requirements", "criteria", "criterion", "description of question", "item text",
        "text", "frage", "fragen", "fragestellung", "anforderung", "kontrollfrage", "question a poser", "exigence",
        "pregunta", "preguntas", "requisito", "domanda", "domande", "label", "question description", "consensus assessment questions",
        "questiontext", "control", "statement", "questionnaire", "q", "prompt", "question label",
    ),
    Meaning.HINT: (
        "hint", "help", "help text", "guidance", "guideline", "instructions", "instruction", "note to respondent", "explanation",
        "additional information", "description", "details", "objective", "tooltip", "example", "examples", "hinweis", "hilfe",
        "erlauterung", "beschreibung", "anleitung", "ziel", "aide", "indication", "explication", "ayuda", "indicaciones",
        "descripcion", "guida", "suggerimento", "descrizione", "helper text", "implementation guidance", "rationale", "why", "why it matters", "why we ask",
    ),
    Meaning.TYPE: (
        "type", "answer type", "question type", "response type", "field type", "input type", "format", "answer format",
        "typ", "antworttyp", "fragetyp", "feldtyp", "antwortart", "type de reponse", "type de question", "tipo",
        "tipo de respuesta", "tipo di risposta", "data type", "answertype", "questiontype",
    ),
    Meaning.CHOICES: (
        "choices", "options", "answer options", "answer choices", "response options", "possible answers", "values",
        "allowed values", "picklist", "list of values", "dropdown", "drop down", "drop down values", "optionen",
        "antwortmoglichkeiten", "antwortoptionen", "auswahl", "auswahlmoglichkeiten", "choix", "reponses possibles",
        "opciones", "respuestas posibles", "opzioni", "scelte", "valid values", "answers", "answer list", "response choices",
        "answeroptions",
    ),
    Meaning.REQUIRED: (
        "required", "mandatory", "compulsory", "obligatory", "is required", "required?", "pflicht", "pflichtfeld",
        "erforderlich", "obligatoire", "obligatorio", "requerido", "obbligatorio", "mandatory?", "mandatory optional",
    ),
    Meaning.DEPENDS_ON: (
        "depends on", "dependency", "depends", "condition", "conditional", "show if", "visible if", "only if", "parent question",
        "relevant", "branching", "skip logic", "abhangig von", "bedingung", "nur wenn", "depend de", "depende de", "condicion",
        "dipende da", "condizione", "visibility", "display condition", "logic", "shown if",
    ),
    Meaning.WEIGHT: (
        "weight", "weighting", "weightage", "gewicht", "gewichtung", "poids", "ponderation", "peso", "ponderacion",
        "ponderazione", "importance",
    ),
    Meaning.RIGHT_ANSWER: (
        "right answer", "correct answer", "expected answer", "expected response", "compliant answer", "preferred answer",
        "preferred response", "desired answer", "richtige antwort", "erwartete antwort", "reponse attendue", "bonne reponse",
        "respuesta esperada", "respuesta correcta", "risposta attesa", "risposta corretta", "ideal answer", "best answer",
        "acceptable answer", "compliant response",
    ),
    Meaning.ANSWER: (
        "answer", "response", "reply", "your answer", "your response", "vendor answer", "vendor answers", "vendor response",
        "supplier answer", "supplier response", "provider answer", "provider response", "csp caiq answer", "antwort",
        "ihre antwort", "reponse", "votre reponse", "respuesta", "su respuesta", "risposta", "la vostra risposta",
        "yes no", "yes no n a", "solution provider answer", "maturity level", "reifegrad", "consensus assessment answers",
        "company response", "respondent answer", "answer here", "a", "value",
    ),
    Meaning.NAME: ("name", "field name", "variable", "variable name", "feldname", "field", "machine name",
                   "question name", "variable field name"),
}  # fmt: skip

TYPES: dict[FieldType, tuple[str, ...]] = {
    FieldType.YESNO: (
        "yesno", "yes no", "yes or no", "boolean", "bool", "y n", "ja nein", "oui non", "si no", "true false", "binary", "tick box",
        "toggle", "checkmark",
    ),
    FieldType.SINGLE_CHOICE: (
        "single choice", "choice", "select", "select one", "single select", "dropdown", "drop down", "drop down list", "list", "singlechoice", "singleselect", "radiogroup", "likert",
        "radio", "radio button", "radio buttons", "picklist", "pick list", "multiple choice single answer", "single",
        "einfachauswahl", "auswahl", "choix unique", "liste", "seleccion unica", "opcion unica", "scelta singola", "rating",
        "scale", "single answer", "one choice", "option", "options",
    ),
    FieldType.MULTI_CHOICE: (
        "multi choice", "multiple choice", "multichoice", "select multiple", "multi select", "multiselect", "checkbox",
        "checkboxes", "check boxes", "multiple", "multiple select", "mehrfachauswahl", "choix multiple", "choix multiples",
        "seleccion multiple", "opcion multiple", "scelta multipla", "multiple answers", "many", "check all that apply",
    ),
    FieldType.TEXT: ("text", "short text", "string", "single line", "single line text", "kurzer text", "texte", "texto", "testo",
                     "char", "line", "short answer", "kurztext", "str", "varchar"),
    FieldType.TEXTAREA: (
        "textarea", "long text", "free text", "freetext", "multi line", "multiline", "multi line text", "paragraph", "memo",
        "comment", "comments", "open", "open text", "open ended", "freitext", "langer text", "langtext", "texte libre",
        "texto libre", "testo libero", "essay", "narrative", "descriptive", "long answer", "free form", "text area", "box", "longtext", "richtext", "notes", "notes box",
    ),
    FieldType.NUMBER: (
        "number", "numeric", "integer", "int", "decimal", "float", "percent", "percentage", "%", "zahl", "nummer", "ganzzahl",
        "prozent", "nombre", "pourcentage", "numero", "porcentaje", "numerico", "percentuale", "quantity", "amount number", "calculator", "slider", "num",
    ),
    FieldType.DATE: ("date", "day", "datum", "fecha", "data", "dd mm yyyy", "yyyy mm dd", "mm dd yyyy", "date picker", "datetime",
                     "date ymd", "date mdy", "date dmy"),
    FieldType.FILE: (
        "file", "files", "upload", "attachment", "attachments", "document", "file upload", "evidence", "datei", "anlage",
        "dokument", "fichier", "piece jointe", "archivo", "adjunto", "file allegato", "allegato", "image", "photo", "img", "picture",
    ),
    FieldType.EMAIL: ("email", "e mail", "email address", "mail", "correo", "courriel"),
    FieldType.URL: ("url", "link", "website", "web address", "hyperlink", "webseite", "site web", "sitio web", "sito"),
    FieldType.COUNTRY: ("country", "land", "pays", "pais", "paese"),
    FieldType.CURRENCY_AMOUNT: ("currency", "amount", "money", "price", "betrag", "wahrung", "montant", "prix", "importe", "precio",
                                "importo", "prezzo", "currency amount"),
    FieldType.TABLE: ("table", "grid", "matrix", "tabelle", "tableau", "tabla", "tabella"),
    FieldType.FORMSIGNATURE: ("signature", "form signature", "formsignature", "unterschrift", "firma"),
}  # fmt: skip

YES = frozenset({"yes", "y", "ja", "oui", "si", "true", "x", "1", "sim", "tak", "wahr", "vrai", "✓", "✔", "required", "mandatory",
                 "pflicht", "compulsory", "m", "obligatory", "muss", "must", "j"})  # fmt: skip
NO = frozenset(
    {"no", "n", "nein", "non", "false", "0", "nao", "nie", "falsch", "faux", "optional", "-", "o", "kann"}
)
NOT_APPLICABLE = frozenset({"na", "n a", "not applicable", "nicht zutreffend", "entfallt", "sans objet", "no aplica",
                            "non applicabile", "nicht anwendbar"})  # fmt: skip
MARKS = frozenset({"yes", "no", "n", "y", "ja", "nein", "oui", "non", "si", "sim", "nao", "partial", "partially", "partly", "in part",
                   "teilweise", "partiel", "partiellement", "parcial", "parziale", "in progress", "planned", "unknown", "unsure",
                   "don t know", "do not know", "not sure", *NOT_APPLICABLE})  # fmt: skip
"""Choices that questionnaires have as headings of columns to mark."""
FURTHER = (
    "comment", "comments", "notes", "additional information", "additional info", "additional comments", "additional notes",
    "remark", "remarks", "evidence", "justification", "explanation", "supporting documents", "supporting documentation",
    "supporting information", "implementation description", "control ownership", "csc responsibilities", "vendor comments",
    "supplier comments", "bemerkung", "bemerkungen", "kommentar", "kommentare", "anmerkung", "anmerkungen", "nachweis", "nachweise",
    "begrundung", "erlauterungen", "commentaire", "commentaires", "remarque", "remarques", "preuve", "preuves", "justificatif",
    "comentario", "comentarios", "observaciones", "evidencia", "evidencias", "commento", "commenti", "osservazioni", "evidenze",
)  # fmt: skip
"""Headings of columns in which respondents write more than the answer."""
REQUESTS = (
    " provide ", " describe ", " explain ", " specify ", " attach ", " upload ", " bitte ", " veuillez ", " indique ",
)  # fmt: skip
"""First words of such headings that are a request."""
DETAILS = frozenset({"details", "detail", "answer details", "response details", "description", "explanation"})
"""Headings of columns right of filled answers that belong to the answers."""
EXAMPLE = frozenset({"example", "sample", "beispiel", "exemple", "ejemplo", "esempio"})
"""Numbers of rows that only show how to answer."""
FIELDS = frozenset(
    {"field", "item", "detail", "information required", "feld", "angabe", "champ", "campo", "dato"}
)
"""First headings of small tables of a questionnaire, such as that of the supplier's details."""
TYPED_WORDS = frozenset({"email", "date", "datum", "fecha"})
"""Words in the label of a blank that are the type of its answer."""
NUMBER_ENDS = frozenset({"id", "code", "ref", "no", "nr", "num", "number", "#"})
"""Last words of headings such as "Practice ID"."""
EITHER_KIND = frozenset({"multiple choice", "multiplechoice", "multi choice", "choix multiple"})
"""Words of types that are one answer in some programs, and several in others."""
UNITS = frozenset({"minutes", "hours", "days", "weeks", "months", "years", "minuten", "stunden", "tage", "wochen", "monate", "jahre",
                   "heures", "jours", "mois", "horas", "dias", "meses", "ore", "giorni", "mesi"})  # fmt: skip
"""Units in answer cells that ask for a number."""
LISTED_TYPES: dict[str, tuple[str, ...]] = {
    "yesnona": ("Yes", "No", "N/A"), "yesnonotapplicable": ("Yes", "No", "N/A"), "ynna": ("Yes", "No", "N/A"),
    "yesnopartial": ("Yes", "No", "Partial"), "yesnounknown": ("Yes", "No", "Unknown"),
}  # fmt: skip
"""Words of types that list their choices."""
ONE = ("select the best", "choose the best", "best answer", "select one", "choose one", "pick one", "only one", "bitte eine")  # fmt: skip
"""Phrases in a question that allow one answer."""
SEVERAL_ROWS = ("option s", "options", "all applicable", "all that apply", "which apply")
"""Phrases in the heading of choices that allow several answers."""
SEVERAL = ("select all that apply", "check all that apply", "tick all that apply", "all that apply", "mehrfachnennung",
           "mehrere antworten", "plusieurs reponses", "varias respuestas", "choose all", "select all")  # fmt: skip
"""Phrases in a question that allow several answers."""
LANGUAGES: dict[str, str] = {
    "en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese", "nl": "Dutch",
    "pl": "Polish", "cs": "Czech", "sv": "Swedish", "da": "Danish", "fi": "Finnish", "no": "Norwegian", "hu": "Hungarian",
    "ro": "Romanian", "tr": "Turkish", "ar": "Arabic", "he": "Hebrew", "zh": "Chinese", "ja": "Japanese", "ko": "Korean",
    "ru": "Russian", "uk": "Ukrainian",
}  # fmt: skip
LANGUAGE_WORDS: dict[str, str] = {
    **{code: code for code in LANGUAGES},
    **{name.casefold(): code for code, name in LANGUAGES.items()},
    "deutsch": "de", "englisch": "en", "français": "fr", "francais": "fr", "español": "es", "espanol": "es", "italiano": "it",
    "nederlands": "nl", "português": "pt", "polski": "pl",
}  # fmt: skip
"""Codes of languages by their codes and names."""
