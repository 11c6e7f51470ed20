import { matchFilemask } from "../kernel/filemask";

/** A mask that a path suggests, and the code it saw in it. */
export interface MaskCandidate {
  mask: string;
  code: string;
}

/** Places where files of a program, not of a project, lie. */
const SKIPPED = new Set(
  ".git .hg .eggs __pycache__ __MACOSX .DS_Store .deps .venv .env .github build dist node_modules".split(" "),
);

/** True for a path that discovery does not look at. */
export function isSkipped(path: string): boolean {
  if (path.length > 400 || path.includes("*") || /[\\\0\n\r]/.test(path)) return true;
  return path
    .split("/")
    .some(
      (part) =>
        SKIPPED.has(part) ||
        part.endsWith(".egg-info") ||
        part.endsWith(".swp") ||
        (part.startsWith(".") && part.endsWith("_cache")),
    );
}

/** Marks that stand where a country would and are none, such as those of `en_XX` and `ar-XB`. */
const NO_COUNTRY = /^([A-Za-z]{2,3})[_-](?:AA|Q[M-Z]|X[A-Z]|ZZ|xx|zz)$/;

/** The language of a code with a mark for no country; undefined for all other codes. */
export function languageWithoutCountry(code: string): string | undefined {
  return NO_COUNTRY.exec(code)?.[1];
}

interface Token {
  start: number;
  end: number;
  code: string;
}

/** Finds language codes in parts of paths; every part is looked at once. */
export class CodeFinder {
  readonly #seen = new Map<string, Token[]>();

  /** @param isName whether a whole part of a path is the name of a language; such words within a part are only words */
  constructor(
    readonly isCode: (code: string) => boolean,
    private readonly isName: (name: string) => boolean,
  ) {}

  /**
   * Codes of a name: the whole of it, or the token (or two or three tokens together, as in `zh-Hant-HK`) at its end
   * or start between `_`, `.`, `-` and `@`. The end is the likelier place, so it comes first. `en_XX` is both, a code as
   * a whole and `en` at its start: the files beside it tell which.
   */
  tokens(name: string): Token[] {
    const known = this.#seen.get(name);
    if (known) return known;
    const found: Token[] = [];
    if (this.isCode(name) || this.isName(name)) found.push({ start: 0, end: name.length, code: name });
    else {
      const language = languageWithoutCountry(name);
      if (language !== undefined && this.isCode(language)) found.push({ start: 0, end: name.length, code: name });
      const cuts = [...name.matchAll(/[_.-]/g)].map((match) => match.index);
      for (const cut of [cuts.at(-3), cuts.at(-2), cuts.at(-1)]) {
        if (cut === undefined) continue;
        const code = name.slice(cut + 1);
        if (!code.includes(".") && this.isCode(code)) {
          found.push({ start: cut + 1, end: name.length, code });
          break;
        }
      }
      for (const cut of [cuts[2], cuts[1], cuts[0]]) {
        if (cut === undefined) continue;
        const code = name.slice(0, cut);
        if (!code.includes(".") && this.isCode(code)) {
          found.push({ start: 0, end: cut, code });
          break;
        }
      }
    }
    this.#seen.set(name, found);
    return found;
  }

  /** Masks of a path: one for each place with a code; the same code elsewhere in the path becomes a star too. */
  masks(path: string): MaskCandidate[] {
    const parts = path.split("/");
    const file = parts.at(-1)!;
    const dot = file.lastIndexOf(".");
    const stem = dot > 0 ? file.slice(0, dot) : file;
    const ending = file.slice(stem.length);
    const names = [...parts.slice(0, -1), stem];
    const found = new Map<string, MaskCandidate>();
    names.forEach((name) => {
      for (const { code } of this.tokens(name)) {
        const starred = names.map((other) => {
          const twin = this.tokens(other).find((token) => token.code === code);
          return twin ? `${other.slice(0, twin.start)}*${other.slice(twin.end)}` : other;
        });
        const mask = starred.join("/") + ending;
        found.set(mask, { mask, code });
      }
    });
    return [...found.values()];
  }
}

/** Files of a list, found by mask without walking the whole list for each: they are kept by their last ending. */
export class FileList {
  readonly paths: ReadonlySet<string>;
  readonly #byEnding = new Map<string, string[]>();

  constructor(files: readonly string[]) {
    this.paths = new Set(files);
    for (const path of this.paths) {
      const ending = endingOf(path);
      const list = this.#byEnding.get(ending);
      if (list) list.push(path);
      else this.#byEnding.set(ending, [path]);
    }
  }

  /** Paths with this ending, such as `.pot`. */
  withEnding(ending: string): readonly string[] {
    return this.#byEnding.get(ending) ?? [];
  }

  /** The files of a mask with a language code each, one file a code, in path order. */
  languages(mask: string, isCode: (code: string) => boolean): { code: string; path: string }[] {
    const found = new Map<string, string>();
    const prefix = mask.slice(0, Math.max(0, mask.indexOf("*")));
    for (const path of this.withEnding(endingOf(mask))) {
      if (!path.startsWith(prefix)) continue;
      const code = matchFilemask(mask, path);
      if (code !== undefined && !found.has(code) && isCode(code)) found.set(code, path);
    }
    return [...found].map(([code, path]) => ({ code, path })).sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

/** Last ending of a path with its dot; "" when there is none. */
function endingOf(path: string): string {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const dot = file.lastIndexOf(".");
  return dot > 0 ? file.slice(dot) : "";
}
