import { blobId } from "@/lib/platform/vcs/blob-id";
import {
  type FolderComponent,
  type FolderView,
  folderId,
  folderMembers,
  withFolders,
} from "@/lib/platform/vcs/folders";
import type { WorkingCopy } from "@/lib/platform/vcs/vcs";
import { matchFilemask } from "@/lib/text/formats/kernel/filemask";
import type { FileFormat } from "@/lib/text/formats/kernel/format";
import { findFormat, offeredFormats } from "@/lib/text/formats/registry";

/** Which folders of a repository are the files of its components. */

/** Settings that say where a component's files are. */
export interface FilePlaces {
  fileFormat: string;
  filemask: string;
  template?: string;
  newBase?: string;
}

/** Values of `file_format` whose files are folders. */
export const FOLDER_FORMATS: readonly string[] = offeredFormats().flatMap((format) =>
  format.folder ? [format.id] : [],
);

/** Settings as they were given, without the slash that may end the name of a folder. */
export function withoutLastSlash<T extends Partial<FilePlaces>>(given: T, fileFormat = given.fileFormat ?? ""): T {
  if (!findFormat(fileFormat)?.folder) return given;
  const trimmed = { ...given };
  for (const field of ["filemask", "template", "newBase"] as const) {
    const path = trimmed[field];
    if (path !== undefined && path.length > 1 && path.endsWith("/")) trimmed[field] = path.slice(0, -1);
  }
  return trimmed;
}

/** A working copy seen with the folders of these components as files. */
export function seeFolders(copy: WorkingCopy, components: readonly FilePlaces[]): WorkingCopy {
  const rows = components.flatMap((component) => {
    const shape = findFormat(component.fileFormat)?.folder;
    return shape ? [{ component, shape }] : [];
  });
  if (rows.length === 0) return copy;
  const depths = new Set(
    rows.flatMap(({ component: { filemask, template, newBase } }) =>
      [filemask, template, newBase].flatMap((path) => (path ? [path.split("/").length] : [])),
    ),
  );
  const folderAt = (path: string): FolderComponent | undefined => {
    const row = rows.find(({ component, shape }) => {
      if (path === component.template || path === component.newBase) return true;
      const code = matchFilemask(component.filemask, path);
      return code !== undefined && !shape.aside.has(code);
    });
    return row && { path, shape: row.shape };
  };
  const view: FolderView = {
    folderAt,
    folderOf(file) {
      const parts = file.split("/");
      for (const depth of depths) {
        if (parts.length <= depth) continue;
        const place = folderAt(parts.slice(0, depth).join("/"));
        if (place?.shape.holds(parts.slice(depth).join("/"))) return place;
      }
      return undefined;
    },
  };
  return withFolders(copy, view);
}

/** Id that a working copy gives to a file with this content. */
export function contentId(format: Pick<FileFormat, "folder">, content: Uint8Array): string {
  return format.folder ? folderId(content, format.folder) : blobId(content);
}

/** The texts of a folder under their own paths; a file of any other format is given as it is. */
export function ownFiles(
  format: Pick<FileFormat, "folder">,
  path: string,
  content: Uint8Array,
): { path: string; content: Uint8Array }[] {
  if (!format.folder) return [{ path, content }];
  return [...folderMembers(content, format.folder)].map(([name, bytes]) => ({
    path: `${path}/${name}`,
    content: bytes,
  }));
}
