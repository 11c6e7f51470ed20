import { maskCode } from "@/lib/text/checks/rules/code-spans";
import type { Flags } from "@/lib/text/flags/flags";

/** What is filled in, whose name is no word of the text. */
const VARIABLE = /\{\s*[$-]?[\w.-]{1,100}\s*\}/g;

/** Roles of reStructuredText whose content is prose; that of others is a name, unless it has a title. */
const PROSE = /^(?:term|dfn|guilabel|menuselection|abbr|emphasis|strong|index|sub|sup|subscript|superscript)$/;

/** A role with its content; `:py:meth:` has a domain before it. */
const ROLE = /:(?:[a-z]\w{0,20}:)?([a-z][\w-]{0,30}):`([^`]{1,500})`/gi;

/** Content with a title of its own before the target. */
const TITLED = /^([^<]*\S)\s*<[^<>]*>$/s;

const LITERAL = /``[^`](?:[^`]|`(?!`))*``/g;

const HTML_CODE = /<(code|kbd|samp|tt|pre)\b[^<>]{0,200}>[^<>]{0,500}<\/\1>/gi;

const TAG = /<\/?[a-z][^<>]{0,500}>/gi;

const ADDRESS =
  /\b[a-z][a-z+]{1,10}:\/\/[^\s<>"'`]+|\bwww\.[^\s<>"'`]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,20}/gi;

/** Options of commands: `--with-index`, `--mirror=fetch`. */
const OPTION = /(?<![\w-])--?[a-z][\w-]*(?:=[\w-]+)?/gi;

/** Names of files and of members: `parser.py`, `sys.path`, `hook.%s.jobs`; "e.g." is none. */
const DOTTED = /(?<![\w.])[\w%]+(?:\.[\w%]+)*\.[a-z]\w*(?:\(\))?/gi;

/** A piece in quotes or stressed: `*path*`, `'git merge'`. */
const MARKED = /(?<![\p{L}\p{N}])(["'*_])([^"'*_\n]{1,100})\1(?![\p{L}\p{N}])/gu;

/**
 * A source without what nobody translates, so that glossaries find no terms there: code, names of variables, options,
 * addresses and files, and pieces in quotes that the translation has as well, as dots. What is code depends on the markup
 * that the flags name.
 */
export function withoutCode(source: string, target: string, flags: Flags): string {
  let text = source.replace(VARIABLE, "…");
  if (text.includes("`")) {
    if (flags.has("rst-text")) {
      text = text
        .replace(ROLE, (_, role: string, content: string) => {
          const title = TITLED.exec(content)?.[1];
          return title ?? (PROSE.test(role) ? content : "…");
        })
        .replace(LITERAL, "…")
        .replace(/<[^<>`]*>`_/g, "");
    } else text = maskCode(text);
  }
  if (text.includes("<")) text = text.replace(HTML_CODE, "…").replace(TAG, "…");
  text = text.replace(MARKED, (piece, _, content: string) => (target.includes(content) ? "…" : piece));
  return text
    .replace(ADDRESS, "…")
    .replace(OPTION, "…")
    .replace(DOTTED, (name) => (name.length > 3 ? "…" : name));
}
