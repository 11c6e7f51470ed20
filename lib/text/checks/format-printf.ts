/** Format strings of the printf family: a percent sign, flags, width, precision, a letter. */
import { type Directive, type FormatSyntax, formatCheck } from "@/lib/text/checks/format-check";

/** Reads a match with group 1 an argument number and group 2 an argument name; `%%` stands for itself. */
function read(match: RegExpExecArray): Directive | undefined {
  const [text, digits, name] = match;
  const number = digits || undefined;
  if (text.endsWith("%")) return undefined;
  if (name !== undefined) return { key: text, text, unnamed: false };
  const key = (number === undefined ? text : `%${text.slice(number.length + 2)}`).replace(/['I]/g, "");
  return number === undefined ? { key, text, unnamed: true } : { key, text, number: Number(number), unnamed: false };
}

const syntax = (id: string, name: string, example: string, pattern: RegExp): FormatSyntax => ({
  id,
  name,
  example,
  pattern,
  read,
  mark: "%",
});

/** In C `%i` writes what `%d` does. */
function readC(match: RegExpExecArray): Directive | undefined {
  const directive = read(match);
  return directive && { ...directive, key: directive.key.replace(/i$/, "d") };
}

const C =
  /%(?:(\d{1,3})\$)?[-+ 0#'I]*(?:\d+|\*(?:\d{1,3}\$)?)?(?:\.(?:\d+|\*(?:\d{1,3}\$)?)?)?(?:hh|h|ll|l|L|q|j|z|t)?[diouxXeEfFgGaAcCsSpnm%]/g;

/** Syntaxes of the family; exported for `unnamed_format` and for highlighting. */
export const PRINTF_SYNTAXES: readonly FormatSyntax[] = [
  { ...syntax("c_format", "C format", "%d, %1$s", C), read: readC },
  {
    ...syntax(
      "objc_format",
      "Objective-C format",
      "%@, %1$@",
      /%(?:(\d{1,3})\$)?[-+ 0#']*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?(?:hh|h|ll|l|L|q|j|z|t)?[@diouxXeEfFgGaAcCsSpnDUO%]/g,
    ),
    ofFiles: true,
  },
  {
    ...syntax(
      "python_format",
      "Python format",
      "%s, %(name)d",
      /%()?(?:\(([^()]{0,200})\))?[-+ 0#]*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?[hlL]?[diouxXeEfFgGcrsa%]/g,
    ),
    takesAll: true,
  },
  syntax("php_format", "PHP format", "%s, %2$d", /%(?:(\d{1,3})\$)?(?:[-+ 0]|'.)*\d*(?:\.\d+)?[bcdeEfFgGhHosuxX%]/g),
  syntax(
    "perl_format",
    "Perl format",
    "%s, %1$d",
    /%(?:(\d{1,3})\$)?[-+ 0#]*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?(?:hh|h|ll|l|q|L|V|z|t)?[csduoxefgXEGbBiDUOFpn%]/g,
  ),
  syntax("lua_format", "Lua format", "%s, %5d", /%()?[-+ 0#]*\d*(?:\.\d*)?[cdiouxXaAeEfgGqs%]/g),
  syntax(
    "javascript_format",
    "JavaScript format",
    "%s, %1$d",
    /%(?:(\d{1,3})\$)?[-+ 0#]*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?[bcdieuEfgGosxXjtTv%]/g,
  ),
  {
    ...syntax(
      "java_printf_format",
      "Java printf format",
      "%d, %1$s",
      /%(?:(\d{1,3})\$)?[-#+ 0,(<]*\d*(?:\.\d+)?(?:[bBhHsScCdoxXeEfgGaAn%]|[tT][A-Za-z])/g,
    ),
    ofFiles: true,
  },
  {
    ...syntax(
      "ruby_format",
      "Ruby format",
      "%d, %<name>s, %{name}",
      /%(?:(\d{1,3})\$)?[-+ 0#]*(?:\d+|\*)?(?:\.\d+)?(?:([<][\w.!?-]{1,100}[>][-+ 0#]*\d*(?:\.\d+)?[bBdiouxXeEfgGaAcps]|[{][^{}]{1,100}[}])|[bBdiouxXeEfgGaAcps%])/g,
    ),
    // Of dates: a name of a month or day, or a letter that no number has.
    isOther: /%[-^0]?[aAbBYymHMIlkPSZzj](?![A-Za-z])/,
  },
  syntax(
    "object_pascal_format",
    "Object Pascal format",
    "%d, %0:s",
    /%(?:(\d{1,3}):)?-?(?:\d+|\*)?(?:\.(?:\d+|\*))?[dDeEfFgGmMnNpPsSuUxX%]/g,
  ),
];

/** Checks of the printf family. */
export const printfChecks = PRINTF_SYNTAXES.map(formatCheck);
