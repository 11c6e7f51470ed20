import type { CatalogueFormat } from "@/lib/text/formats/catalogue";
import type { FormatError } from "@/lib/text/formats/kernel/format";
import { refusal } from "@/lib/text/messages/refusal";
import { blobId } from "./blob-id";
import {
  type Catalogue,
  type CatalogueIndex,
  changedWith,
  contentOf,
  indexCatalogue,
  knownContent,
  rememberJoined,
} from "./catalogue-index";
import type { CatalogueWork } from "./catalogue-work";
import { type Person, type TreeFile, VcsError, type WorkingCopy } from "./vcs";
import { viewOf } from "./view";

/**
 * Files that pass as several. A catalogue holds several languages; through this view of a working copy each of them is
 * a file of its own below the catalogue's path, beside the catalogue itself: whoever reads, writes or merges the file of
 * a language needs to know nothing of the others.
 */

/** A file that passes as several, when it is there. */
export interface CatalogueComponent {
  path: string;
  format: CatalogueFormat;
  /** Whether it may be made where there is nothing yet. */
  making: boolean;
}

/** A working copy whose catalogues pass as a file for each language. */
export function withCatalogues(
  copy: WorkingCopy,
  places: readonly CatalogueComponent[],
  work: CatalogueWork,
): WorkingCopy {
  const view = new CatalogueView(copy, places, work);
  return viewOf(copy, {
    tree: (commit) => view.tree(commit),
    read: (blob, path) => view.read(blob, path),
    bring: (blobs) => copy.bring(view.realBlobs(blobs)),
    async commit(files, message, author, committer) {
      const changes = await view.joined(files, "HEAD", false);
      return changes.length === 0 ? null : copy.commit(changes, message, author, committer);
    },
    carryOver: (commit, committer) => view.carryOver(commit, committer),
    async merge(commit, message, committer, decided) {
      return copy.merge(commit, message, committer, await view.joined(decided, commit, true));
    },
  });
}

interface Change {
  path: string;
  content: Uint8Array | null;
}

/** Blobs of a commit by path. */
type Blobs = ReadonlyMap<string, string>;

class CatalogueView {
  /** The languages that trees had so far, by their ids. */
  private readonly known = new Map<string, { catalogue: Catalogue; code: string }>();
  private lastRead: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly copy: WorkingCopy,
    private readonly places: readonly CatalogueComponent[],
    private readonly work: CatalogueWork,
  ) {}

  private catalogue({ path, format }: CatalogueComponent, blob: string): Catalogue {
    return { format, blob, read: () => this.copy.read(blob, path) };
  }

  async tree(commit: string): Promise<TreeFile[]> {
    const files = await this.copy.tree(commit);
    const blobs: Blobs = new Map(files.map((file) => [file.path, file.blob]));
    const wrong = new Map<string, FormatError>();
    const views: TreeFile[] = [];
    for (const place of this.places) {
      const blob = blobs.get(place.path);
      if (blob === undefined) continue;
      const catalogue = this.catalogue(place, blob);
      const index = await indexCatalogue(catalogue, this.work);
      if (index.wrong) wrong.set(place.path, index.wrong);
      for (const [code, part] of index.ids ?? []) {
        const path = `${place.path}/${code}`;
        this.known.set(part, { catalogue, code });
        // A view of a view shows them once.
        if (!blobs.has(path)) views.push({ path, blob: part });
      }
    }
    if (wrong.size === 0) return [...files, ...views];
    return [...files.map((file) => (wrong.has(file.path) ? { ...file, wrong: wrong.get(file.path) } : file)), ...views];
  }

  /** The files behind those of languages. */
  realBlobs(blobs: readonly string[]): string[] {
    return [...new Set(blobs.map((blob) => this.known.get(blob)?.catalogue.blob ?? blob))];
  }

  async read(blob: string, path?: string): Promise<Uint8Array> {
    const part = this.known.get(blob);
    if (!part) return this.copy.read(blob, path);
    const { catalogue, code } = part;
    const before = knownContent(catalogue, code);
    if (before) return before;
    // One after the other: each holds a whole catalogue while it waits for its turn.
    const read = this.lastRead.then(() => contentOf(catalogue, code, this.work));
    this.lastRead = read.catch(() => {});
    return read;
  }

  /** Changes of files, those of languages as changes of their catalogues. @throws FormatError, EditRefused */
  async joined(files: readonly Change[], commit: string, keep: boolean): Promise<Change[]> {
    if (!files.some((file) => this.places.some((place) => file.path.startsWith(`${place.path}/`)))) return [...files];
    const blobs: Blobs = new Map((await this.copy.tree(commit)).map((file) => [file.path, file.blob]));
    const groups = new Map<CatalogueComponent, Map<string, Uint8Array | null>>();
    const others = new Map<string, Change>();
    for (const file of files) {
      const found = this.placeOf(file.path, blobs);
      if (!found) others.set(file.path, file);
      else groups.set(found.place, (groups.get(found.place) ?? new Map()).set(found.code, file.content));
    }
    for (const [place, parts] of groups) {
      const list = [...parts].map(([code, content]) => ({ code, content }));
      const given = others.get(place.path);
      const blob = blobs.get(place.path);
      const change = given ? await this.joinGiven(place, list, given) : await this.joinOwn(place, list, blob);
      if (keep || !change.same) others.set(place.path, change);
    }
    return [...others.values()].map(({ path, content }) => ({ path, content }));
  }

  /** The catalogue that a path is below of, in a commit with these files, and the language that it is of. */
  private placeOf(path: string, blobs: Blobs): { place: CatalogueComponent; code: string } | undefined {
    const place = this.places.find((one) => path.startsWith(`${one.path}/`));
    const code = path.slice((place?.path.length ?? 0) + 1);
    if (!place || code.includes("/")) return undefined;
    if (blobs.has(place.path)) return { place, code };
    const folder = () => [...blobs.keys()].some((other) => other.startsWith(`${place.path}/`));
    return place.making && !folder() ? { place, code } : undefined;
  }

  /** A catalogue that changes itself, with these languages in the place of what it says then. */
  private async joinGiven(
    { path, format }: CatalogueComponent,
    parts: readonly { code: string; content: Uint8Array | null }[],
    given: Change,
  ): Promise<Change & { same: boolean }> {
    const before = given.content ?? undefined;
    const { content = given.content } = await this.work.join(format, { before, parts, look: [] });
    return { path, content, same: false };
  }

  /** The catalogue as a commit has it, with these languages in the place of what it says. */
  private async joinOwn(
    place: CatalogueComponent,
    parts: readonly { code: string; content: Uint8Array | null }[],
    blob: string | undefined,
  ): Promise<Change & { same: boolean }> {
    const { path, format } = place;
    const catalogue = blob === undefined ? undefined : this.catalogue(place, blob);
    const index: CatalogueIndex | undefined = catalogue && (await indexCatalogue(catalogue, this.work));
    if (index?.wrong) throw index.wrong;
    const before = await catalogue?.read();
    const said = index?.ids;
    const written = parts.filter(({ code, content }) => content === null || said?.get(code) !== blobId(content));
    if (written.length === 0) return { path, content: before ?? null, same: true };
    const codes = written.map(({ code }) => code);
    const again = said ? changedWith(said, codes) : [];
    const { content, ...found } = await this.work.join(format, { before, parts: written, look: again });
    if (content === undefined) return { path, content: before ?? null, same: true };
    if (content && said) rememberJoined(said, { format, blob: blobId(content) }, again, found);
    return { path, content, same: false };
  }

  private async blobsOf(commit: string): Promise<Blobs> {
    return new Map((await this.tree(commit)).map((file) => [file.path, file.blob]));
  }

  /** What a commit changed, languages for themselves. */
  private async changesOf(commit: string): Promise<{ path: string; before?: string; after?: string }[]> {
    const before = await this.blobsOf(`${commit}^`);
    const after = await this.blobsOf(commit);
    return [...new Set([...before.keys(), ...after.keys()])]
      .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
      .filter((one) => one.before !== one.after);
  }

  /**
   * A commit that changed catalogues is made again language by language: the program would compare the lines of the
   * whole file. What both sides changed stays as our branch has it.
   */
  async carryOver(commit: string, committer: Person): Promise<string> {
    const { copy, places } = this;
    const changes = places.length > 0 ? await this.changesOf(commit) : [];
    const own = new Set(places.map((place) => place.path));
    if (!changes.some((change) => own.has(change.path))) return copy.carryOver(commit, committer);
    const now = await this.tree("HEAD");
    const here: Blobs = new Map(now.map((file) => [file.path, file.blob]));
    const wrong = new Set(now.flatMap((file) => (file.wrong ? [file.path] : [])));
    const files: Change[] = [];
    for (const { path, before, after } of changes) {
      const part = this.placeOf(path, here);
      if (own.has(path) || here.get(path) === after || (part && wrong.has(part.place.path))) continue;
      if (here.get(path) === before) files.push({ path, content: after === undefined ? null : await this.read(after) });
      else if (!part) throw new VcsError("conflict", refusal("vcsApply", { commit: commit.slice(0, 10) }));
    }
    const info = await copy.commitInfo(commit);
    const author = { name: info?.author_name ?? committer.name, email: info?.author_email ?? committer.email };
    const changed = await this.joined(files, "HEAD", false);
    const made = changed.length > 0 ? await copy.commit(changed, info?.message ?? "", author, committer) : null;
    return made ?? copy.head();
  }
}
