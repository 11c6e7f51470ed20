import { createHash } from "node:crypto";
import { type FolderShape, FormatError } from "@/lib/text/formats/kernel/format";
import { openZip, readMember, zipOf } from "@/lib/text/formats/kernel/zip";
import { refusal } from "@/lib/text/messages/refusal";
import { blobId } from "./blob-id";
import type { TreeFile, WorkingCopy } from "./vcs";
import { viewOf } from "./view";

/**
 * Folders that pass as files. Some formats have a folder for each language; through this view of a working copy such a
 * folder is one file more, a container of its texts: whoever reads, writes or merges files needs to know nothing of it.
 */

/** A folder that passes as a file, and what of it does. */
export interface FolderComponent {
  path: string;
  shape: FolderShape;
}

/** Which folders pass as files. */
export interface FolderView {
  /** The folder whose text a file is, by its path; undefined for all other files. */
  folderOf(file: string): FolderComponent | undefined;
  /** The folder with this very path; undefined when it is none, there or not. */
  folderAt(path: string): FolderComponent | undefined;
}

interface Change {
  path: string;
  content: Uint8Array | null;
}

/** Id of a folder by what its texts are, whatever container they came in. */
function idOf(members: Iterable<readonly [name: string, blob: string]>): string {
  const hash = createHash("sha1").update("folder\0");
  for (const [name, blob] of [...members].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${name}\0${blob}\0`);
  return hash.digest("hex");
}

/** The texts of a container by name. @throws FormatError */
export function folderMembers(content: Uint8Array, shape: FolderShape): Map<string, Uint8Array> {
  const zip = openZip(content);
  const names = [...zip.members.keys()].filter((name) => shape.holds(name));
  return new Map(names.map((name) => [name, readMember(zip, name) as Uint8Array]));
}

const isContainer = (content: Uint8Array): boolean => content[0] === 0x50 && content[1] === 0x4b;

/** Id that the view gives to a folder with this content. @throws FormatError */
export function folderId(content: Uint8Array, shape: FolderShape): string {
  return idOf([...folderMembers(content, shape)].map(([name, bytes]) => [name, blobId(bytes)] as const));
}

/** A working copy whose folders pass as files. */
export function withFolders(copy: WorkingCopy, view: FolderView): WorkingCopy {
  const known = new Map<string, { place: FolderComponent; files: TreeFile[] }>();
  const tree = async (commit: string): Promise<TreeFile[]> => {
    const files = await copy.tree(commit);
    const paths = new Set(files.map((file) => file.path));
    const folders = new Map<string, { place: FolderComponent; files: TreeFile[] }>();
    for (const file of files) {
      const place = view.folderOf(file.path);
      if (!place || paths.has(place.path)) continue;
      const folder = folders.get(place.path);
      if (folder) folder.files.push(file);
      else folders.set(place.path, { place, files: [file] });
    }
    const views = [...folders].map(([path, folder]) => {
      const blob = idOf(folder.files.map((file) => [file.path.slice(path.length + 1), file.blob] as const));
      known.set(blob, folder);
      return { path, blob };
    });
    return [...files, ...views];
  };
  const read = async (blob: string, path?: string): Promise<Uint8Array> => {
    const folder = known.get(blob);
    if (!folder) return copy.read(blob, path);
    const { place, files } = folder;
    const members = new Map<string, Uint8Array>();
    let size = 0;
    for (const file of files) {
      const content = await copy.read(file.blob, file.path);
      size += content.length;
      if (files.length > place.shape.most || size > place.shape.largest)
        throw new FormatError(
          refusal("readFolderLarge", { count: place.shape.most, most: place.shape.largest / 1_000_000 }),
          1,
          1,
        );
      members.set(file.path.slice(place.path.length + 1), content);
    }
    return zipOf(members);
  };
  /** The files of a folder that change so that it holds what the container does; the others stay. */
  const unpacked = (place: FolderComponent, content: Uint8Array | null, trees: readonly TreeFile[][]): Change[] => {
    const before = new Map<string, string>();
    for (const file of trees.flat())
      if (view.folderOf(file.path)?.path === place.path) before.set(file.path, file.blob);
    const wanted = content === null ? new Map<string, Uint8Array>() : folderMembers(content, place.shape);
    const changes: Change[] = [...wanted].map(([name, bytes]) => ({ path: `${place.path}/${name}`, content: bytes }));
    const kept = new Set(changes.map((change) => change.path));
    for (const path of before.keys()) if (!kept.has(path)) changes.push({ path, content: null });
    const same = (change: Change) => change.content !== null && before.get(change.path) === blobId(change.content);
    return trees.length > 1 ? changes : changes.filter((change) => !same(change));
  };
  /** Changes of files, those of folders as changes of what is in them. */
  const spread = async (files: readonly Change[], commits: readonly string[]): Promise<Change[]> => {
    if (!files.some((file) => view.folderAt(file.path))) return [...files];
    const trees = await Promise.all(commits.map((commit) => copy.tree(commit)));
    const paths = new Set(trees.flat().map((file) => file.path));
    return files.flatMap((file) => {
      const place = view.folderAt(file.path);
      const isFile = paths.has(file.path) || (file.content !== null && !isContainer(file.content));
      return place && !isFile ? unpacked(place, file.content, trees) : [file];
    });
  };
  return viewOf(copy, {
    tree,
    read,
    bring: (blobs) => copy.bring(blobs.flatMap((blob) => known.get(blob)?.files.map((file) => file.blob) ?? [blob])),
    async commit(files, message, author, committer) {
      const changes = await spread(files, ["HEAD"]);
      return changes.length === 0 ? null : copy.commit(changes, message, author, committer);
    },
    async merge(commit, message, committer, decided) {
      return copy.merge(commit, message, committer, await spread(decided, ["HEAD", commit]));
    },
  });
}
