/** Ids of strings that are known by their context and their source text together. */

/** What JSON spells otherwise than it stands. */
const SPELLED = /["\\\0-\x1f\ud800-\udfff]/;

/** The id of a string: both as a list in JSON. */
export function pairId(context: string, source: string): string {
  if (SPELLED.test(context) || SPELLED.test(source)) return JSON.stringify([context, source]);
  return `["${context}","${source}"]`;
}

/** Ids of strings many of which have the context of the one before. */
export class PairIds {
  private context = "";
  /** What the ids of a context start with; undefined where it is spelled otherwise in JSON. */
  private start: string | undefined = '["","';

  of(context: string, source: string): string {
    if (context !== this.context) {
      this.context = context;
      this.start = SPELLED.test(context) ? undefined : `["${context}","`;
    }
    if (this.start === undefined || SPELLED.test(source)) return JSON.stringify([context, source]);
    return `${this.start}${source}"]`;
  }
}

/** Source texts of ids, to tell cheaply which strings cannot be meant; what is no such id is left out. */
export function sourcesOfIds(ids: ReadonlySet<string>): ReadonlySet<string> {
  const sources = new Set<string>();
  for (const id of ids) {
    try {
      const [, source] = JSON.parse(id) as unknown[];
      if (typeof source === "string") sources.add(source);
    } catch {
      // No string has this id.
    }
  }
  return sources;
}

/** Notes an id; tells whether it was not there yet. */
export function isNew(seen: Set<string>, id: string): boolean {
  const before = seen.size;
  return seen.add(id).size > before;
}
