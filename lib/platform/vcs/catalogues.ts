import { type CatalogueFormat, isPartName } from "@/lib/text/formats/catalogue";
import { FormatError } from "@/lib/text/formats/format";
import { blobId } from "./blob-id";
import { RecentlyUsed } from "./recently-used";
import { type TreeFile, VcsError, type WorkingCopy } from "./vcs";
import { viewOf } from "./view";

/**
 * Files that pass as several. A catalogue holds several languages; through this view of a working copy each of them is
 * a file of its own below the catalogue's path, beside the catalogue itself: whoever reads, writes or merges the file of
 * a language needs to know nothing of the others.
 */

/** A file that passes as several, when it is there. */
export interface CataloguePlace {
  path: string;
  format: CatalogueFormat;
  /** Whether it may be made where there is nothing yet. */
  making: boolean;
}

interface Change {
  path: string;
  content: Uint8Array | null;
}

/** What a look at a catalogue found: its languages with the ids of what they say, or why it cannot be read. */
type Look = { parts: ReadonlyMap<string, string>; wrong?: undefined } | { parts?: undefined; wrong: FormatError };

/** Bounds of what is taken apart: the length, the languages, and the work that both together make. */
const LONGEST = 64_000_000;
const MOST_LANGUAGES = 1000;
const MOST_WORK = 2_000_000_000;

/** What was found in catalogues, by format and blob, and what they say in each language: trees are asked for often. */
const looks = new RecentlyUsed<Look>(200_000);
const contents = new RecentlyUsed<Uint8Array>(32_000_000);

/** A catalogue at one commit. */
interface Catalogue {
  place: CataloguePlace;
  blob: string;
}

const keyOf = ({ place, blob }: Catalogue, code = ""): string => `${place.format.id}\0${blob}\0${code}`;

/** Id of what a catalogue says in one language; undefined when it says nothing. @throws FormatError */
function partId(catalogue: Catalogue, code: string, text: string, bytes: Uint8Array): string | undefined {
  const { format } = catalogue.place;
  const part = isPartName(code) ? format.catalogue.part(text, code) : undefined;
  if (part === undefined) return undefined;
  const content = part === text ? bytes : format.encode(part, bytes);
  contents.set(keyOf(catalogue, code), content, content.length);
  return blobId(content);
}

/** What a catalogue says in its languages. @throws FormatError */
async function partsOf(bytes: Uint8Array, catalogue: Catalogue): Promise<ReadonlyMap<string, string>> {
  const { format } = catalogue.place;
  if (bytes.length > LONGEST) throw new FormatError(`The file has more than ${LONGEST / 1_000_000} MB.`, 1, 1);
  const text = format.decode(bytes);
  const codes = format.catalogue.languages(text);
  if (codes.length > MOST_LANGUAGES || codes.length * text.length > MOST_WORK)
    throw new FormatError(`The file is too large for one of ${codes.length} languages.`, 1, 1);
  const parts = new Map<string, string>();
  for (const code of codes) {
    const id = partId(catalogue, code, text, bytes);
    if (id !== undefined) parts.set(code, id);
    // Others have their turn between languages.
    await new Promise(setImmediate);
  }
  return parts;
}

function remember(catalogue: Catalogue, look: Look): void {
  looks.set(keyOf(catalogue), look, 1 + (look.parts?.size ?? 0));
}

/**
 * Remembers what a catalogue is after some of its languages were written: the others say what they said, so that a
 * commit does not cost a look at every language. The first language is that of all keys, and may have got new ones;
 * where it was itself written, keys may have left every language.
 */
function rememberJoined(
  before: ReadonlyMap<string, string>,
  after: Catalogue,
  codes: readonly string[],
  content: Uint8Array,
): void {
  const [first] = before.keys();
  if (first === undefined || codes.includes(first) || codes.some((code) => !before.has(code))) return;
  const text = after.place.format.decode(content);
  const parts = new Map(before);
  for (const code of [first, ...codes]) {
    const id = partId(after, code, text, content);
    if (id === undefined) parts.delete(code);
    else parts.set(code, id);
  }
  remember(after, { parts });
}

/** A working copy whose catalogues pass as a file for each language. */
export function withCatalogues(copy: WorkingCopy, places: readonly CataloguePlace[]): WorkingCopy {
  const known = new Map<string, Catalogue & { code: string }>();

  const lookAt = async (catalogue: Catalogue): Promise<Look> => {
    const before = looks.get(keyOf(catalogue));
    if (before) return before;
    let look: Look;
    try {
      look = { parts: await partsOf(await copy.read(catalogue.blob, catalogue.place.path), catalogue) };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      look = { wrong: error };
    }
    remember(catalogue, look);
    return look;
  };

  const tree = async (commit: string): Promise<TreeFile[]> => {
    const files = await copy.tree(commit);
    const blobs = new Map(files.map((file) => [file.path, file.blob]));
    const wrong = new Map<string, FormatError>();
    const views: TreeFile[] = [];
    for (const place of places) {
      const blob = blobs.get(place.path);
      if (blob === undefined) continue;
      const look = await lookAt({ place, blob });
      if (look.wrong) wrong.set(place.path, look.wrong);
      for (const [code, part] of look.parts ?? []) {
        const path = `${place.path}/${code}`;
        known.set(part, { place, blob, code });
        // A view of a view shows them once.
        if (!blobs.has(path)) views.push({ path, blob: part });
      }
    }
    if (wrong.size === 0) return [...files, ...views];
    return [...files.map((file) => (wrong.has(file.path) ? { ...file, wrong: wrong.get(file.path) } : file)), ...views];
  };

  const read = async (blob: string, path?: string): Promise<Uint8Array> => {
    const part = known.get(blob);
    if (!part) return copy.read(blob, path);
    const key = keyOf(part, part.code);
    const before = contents.get(key);
    if (before) return before;
    const { place, code } = part;
    const bytes = await copy.read(part.blob, place.path);
    const text = place.format.decode(bytes);
    const content = place.format.encode(place.format.catalogue.part(text, code) ?? "", bytes);
    contents.set(key, content, content.length);
    return content;
  };

  /** The catalogue that a path is below of, in a commit with these files, and the language that it is of. */
  const placeOf = (
    path: string,
    blobs: ReadonlyMap<string, string>,
  ): { place: CataloguePlace; code: string } | undefined => {
    const place = places.find((one) => path.startsWith(`${one.path}/`));
    const code = path.slice((place?.path.length ?? 0) + 1);
    if (!place || code.includes("/")) return undefined;
    if (blobs.has(place.path)) return { place, code };
    const folder = () => [...blobs.keys()].some((other) => other.startsWith(`${place.path}/`));
    return place.making && !folder() ? { place, code } : undefined;
  };

  /** The catalogue with these languages in the place of what it said. @throws FormatError, EditRefused */
  const join = async (
    place: CataloguePlace,
    parts: readonly { code: string; content: Uint8Array | null }[],
    blob: string | undefined,
    given: Uint8Array | null | undefined,
  ): Promise<Change & { same: boolean }> => {
    const { format } = place;
    const before = given === undefined && blob !== undefined ? await copy.read(blob, place.path) : (given ?? undefined);
    const look = given === undefined && blob !== undefined ? await lookAt({ place, blob }) : undefined;
    if (look?.wrong) throw look.wrong;
    const start = before && format.decode(before);
    const written = parts.filter(({ code, content }) => content === null || look?.parts.get(code) !== blobId(content));
    let text = start;
    for (const { code, content } of written) {
      text = format.catalogue.join(text, code, content === null ? undefined : format.decode(content));
    }
    const made = parts.find(({ content }) => content !== null)?.content ?? undefined;
    const content = text === undefined ? null : text === start && before ? before : format.encode(text, before ?? made);
    const same = text === start && given === undefined;
    if (content && look && !same) {
      const codes = written.map(({ code }) => code);
      rememberJoined(look.parts, { place, blob: blobId(content) }, codes, content);
    }
    return { path: place.path, content, same };
  };

  /** Changes of files, those of languages as changes of their catalogues. */
  const joined = async (files: readonly Change[], commit: string, keep: boolean): Promise<Change[]> => {
    if (!files.some((file) => places.some((place) => file.path.startsWith(`${place.path}/`)))) return [...files];
    const blobs = new Map((await copy.tree(commit)).map((file) => [file.path, file.blob]));
    const groups = new Map<CataloguePlace, Map<string, Uint8Array | null>>();
    const others = new Map<string, Change>();
    for (const file of files) {
      const found = placeOf(file.path, blobs);
      if (!found) others.set(file.path, file);
      else groups.set(found.place, (groups.get(found.place) ?? new Map()).set(found.code, file.content));
    }
    for (const [place, parts] of groups) {
      const list = [...parts].map(([code, content]) => ({ code, content }));
      const change = await join(place, list, blobs.get(place.path), others.get(place.path)?.content);
      if (keep || !change.same) others.set(place.path, change);
    }
    return [...others.values()].map(({ path, content }) => ({ path, content }));
  };

  const blobsOf = async (commit: string) => new Map((await tree(commit)).map((file) => [file.path, file.blob]));

  /** What a commit changed, languages for themselves. */
  const changesOf = async (commit: string): Promise<{ path: string; before?: string; after?: string }[]> => {
    const before = await blobsOf(`${commit}^`);
    const after = await blobsOf(commit);
    return [...new Set([...before.keys(), ...after.keys()])]
      .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
      .filter((one) => one.before !== one.after);
  };

  /**
   * A commit that changed catalogues is made again language by language: the program would compare the lines of the
   * whole file. What both sides changed stays as our branch has it.
   */
  const carryOver = async (commit: string, committer: { name: string; email: string }): Promise<string> => {
    const changes = places.length > 0 ? await changesOf(commit) : [];
    const own = new Set(places.map((place) => place.path));
    if (!changes.some((change) => own.has(change.path))) return copy.carryOver(commit, committer);
    const now = await tree("HEAD");
    const here = new Map(now.map((file) => [file.path, file.blob]));
    const wrong = new Set(now.flatMap((file) => (file.wrong ? [file.path] : [])));
    const files: Change[] = [];
    for (const { path, before, after } of changes) {
      const part = placeOf(path, here);
      if (own.has(path) || here.get(path) === after || (part && wrong.has(part.place.path))) continue;
      if (here.get(path) === before) files.push({ path, content: after === undefined ? null : await read(after) });
      else if (!part)
        throw new VcsError("conflict", `The local commit ${commit.slice(0, 10)} does not fit onto the new upstream.`);
    }
    const info = await copy.commitInfo(commit);
    const author = { name: info?.author_name ?? committer.name, email: info?.author_email ?? committer.email };
    const changed = await joined(files, "HEAD", false);
    const made = changed.length > 0 ? await copy.commit(changed, info?.message ?? "", author, committer) : null;
    return made ?? copy.head();
  };

  return viewOf(copy, {
    tree,
    read,
    async commit(files, message, author, committer) {
      const changes = await joined(files, "HEAD", false);
      return changes.length === 0 ? null : copy.commit(changes, message, author, committer);
    },
    carryOver,
    async merge(commit, message, committer, decided) {
      return copy.merge(commit, message, committer, await joined(decided, commit, true));
    },
  });
}
