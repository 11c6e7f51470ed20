/** Format strings with braces, colons and other marks around names or numbers. */
import { type Directive, type FormatSyntax, formatCheck } from "@/lib/text/checks/format-check";
import { JAVA_SYNTAX, javaFormat } from "@/lib/text/checks/format-java";

const named = (match: RegExpExecArray): Directive => ({ key: match[0], text: match[0], unnamed: false });

/** Blanks beside braces mean nothing to programs. */
const trimmed = (match: RegExpExecArray): Directive => ({
  key: match[0].replace(/\{\s+/, "{").replace(/\s+\}$/, "}"),
  text: match[0],
  unnamed: false,
});

/** Group 1 is what is between the braces; a match without it is a doubled brace that stands for itself. */
function pythonBrace(match: RegExpExecArray): Directive | undefined {
  const [text, inside] = match;
  if (inside === undefined) return undefined;
  return { key: text, text, unnamed: inside === "" || /^[!:]/.test(inside) };
}

/** Texts in quotes are translated within the expression; blanks mean nothing. */
const angular = ([text, expression = ""]: RegExpExecArray): Directive => ({
  key: expression.replace(/'[^']*'|"[^"]*"/g, "''").replace(/\s+/g, ""),
  text,
  unnamed: false,
});

/** Group 1 is number and width, around which blanks mean nothing, group 2 the format. */
function cSharp([text, number, format = ""]: RegExpExecArray): Directive | undefined {
  return number === undefined ? undefined : { key: `{${number.replace(/\s+/g, "")}${format}}`, text, unnamed: false };
}

/** Syntaxes of this file; exported for `unnamed_format` and for highlighting. */
export const BRACE_SYNTAXES: readonly FormatSyntax[] = [
  {
    id: "python_brace_format",
    name: "Python brace format",
    example: "{}, {0}, {name!r:>8}",
    pattern: /\{\{|\}\}|\{([\w.[\]]*(?:![rsa])?(?::[^{}]*(?:\{[^{}]*\}[^{}]*)?)?)\}/g,
    read: pythonBrace,
    mark: "{",
  },
  {
    id: "perl_brace_format",
    name: "Perl brace format",
    example: "{name}",
    // Behind an @ it is a command of Texinfo.
    pattern: /(?<!@(?:[^\s\w{}]|\w{1,20}))\{\w+\}/g,
    read: named,
    mark: "{",
  },
  JAVA_SYNTAX,
  {
    id: "c_sharp_format",
    name: "C# format",
    example: "{0}, {1:N2}",
    pattern: /\{\{|\}\}|\{(\d{1,3}\s*(?:,\s*-?\d{1,4}\s*)?)(:[^{}]*)?\}/g,
    read: cSharp,
    mark: "{",
  },
  {
    id: "angularjs_format",
    name: "AngularJS interpolation",
    example: "{{ expr }}",
    pattern: /\{\{([^{}]*)\}\}/g,
    read: angular,
    mark: "{{",
  },
  {
    id: "automattic_components_format",
    name: "Automattic components",
    example: "{{name}}…{{/name}}",
    pattern: /\{\{\/?[\w-]+\s?\/?\}\}/g,
    read: named,
    mark: "{{",
  },
  {
    id: "es_format",
    name: "ECMAScript template",
    example: "$" + "{expr}",
    pattern: /\$\{[^{}]*\}/g,
    read: trimmed,
    mark: "$",
  },
  {
    id: "i18next_interpolation",
    name: "i18next interpolation",
    example: "{{name}}, $t(key)",
    pattern: /\{\{[^{}]*\}\}|\$t\([^()]*\)/g,
    read: (match) => ({ key: match[0].replace(/\s+/g, ""), text: match[0], unnamed: false }),
    mark: "",
  },
  {
    id: "laravel_format",
    name: "Laravel format",
    example: ":name",
    pattern: /(?<![\w:]):[A-Za-z_]\w*/g,
    read: (match) => ({ key: match[0].toLowerCase(), text: match[0], unnamed: false }),
    mark: ":",
    // Of forms: some languages say "this field", and name it nowhere.
    optional: new Set([":attribute"]),
  },
  {
    id: "percent_placeholders",
    name: "Percent placeholders",
    example: "%name%",
    pattern: /%\w+%/g,
    read: named,
    mark: "%",
  },
  {
    id: "vue_format",
    name: "Vue I18n format",
    example: "{name}, @:key",
    pattern: /%?\{[^{}]*\}|@(?:\.[a-z]{1,30})?:(?:[\w.]+|\([\w.]+\))/g,
    read: trimmed,
    mark: "",
  },
  {
    id: "qt_format",
    name: "Qt format",
    example: "%1, %L1",
    pattern: /%L?([1-9]\d?)/g,
    read: (match) => ({ key: match[1] ?? "", text: match[0], unnamed: false }),
    mark: "%",
    // Placeholders of KDE are the same.
    moreFlags: ["kde-format"],
  },
  {
    id: "qt_plural_format",
    name: "Qt plural format",
    example: "%n",
    pattern: /%L?n/g,
    read: (match) => ({ key: "n", text: match[0], unnamed: false }),
    mark: "%",
  },
  {
    id: "scheme_format",
    name: "Scheme format",
    example: "~a, ~d",
    pattern: /~(?:(\d{1,3})\*)?(?:(?:\d{1,4}|'.)?(?:,(?:\d{1,4}|'.)?){0,6})?[:@]{0,2}[aAsSdDbBoOxXeEfFgGcC~%]/g,
    read: (match) =>
      /[~%]$/.test(match[0])
        ? undefined
        : { key: match[0].toLowerCase(), text: match[0], unnamed: match[1] === undefined },
    mark: "~",
  },
];

/** Checks of this family. */
export const braceChecks = BRACE_SYNTAXES.map((syntax) => (syntax === JAVA_SYNTAX ? javaFormat : formatCheck(syntax)));
