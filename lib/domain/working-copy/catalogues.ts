import { type RunJob, workOfReaders } from "@/lib/platform/vcs/catalogue-jobs";
import { type CatalogueWork, IN_PLACE } from "@/lib/platform/vcs/catalogue-work";
import { type CatalogueComponent, withCatalogues } from "@/lib/platform/vcs/catalogues";
import type { TreeFile, WorkingCopy } from "@/lib/platform/vcs/vcs";
import { catalogueFormat, catalogueOf, namedCatalogueOf } from "@/lib/text/formats/catalogue";
import { offeredFormats } from "@/lib/text/formats/registry";
import { inTaskReader, needsReader } from "../repository-files";
import { type FilePlaces, FOLDER_FORMATS, seeFolders } from "./folders";

/** Which files of a repository hold several languages of a component each. */

/** Values of `file_format` whose files may have to be seen as something else. */
export const VIEWED_FORMATS: readonly string[] = [
  ...FOLDER_FORMATS,
  ...offeredFormats().flatMap((format) => (format.catalogue ? [format.id] : [])),
];

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

function placesOf(component: FilePlaces): CatalogueComponent[] {
  const format = catalogueFormat(component.fileFormat);
  if (!format) return [];
  const own = catalogueOf(component);
  const paths = new Set([own, folderOf(component.template ?? ""), folderOf(component.newBase ?? "")]);
  const making = namedCatalogueOf(component);
  return [...paths].flatMap((path) => (path ? [{ path, format, making: path === making }] : []));
}

/** Work on the content of catalogues: on large ones by readers, which `run` asks. */
export function catalogueWork(run: RunJob): CatalogueWork {
  const ofReaders = workOfReaders(run);
  const workOn = (...files: (Uint8Array | undefined)[]) => (needsReader(...files) ? ofReaders : IN_PLACE);
  return {
    split: (format, bytes) => workOn(bytes).split(format, bytes),
    part: (format, bytes, code) => workOn(bytes).part(format, bytes, code),
    join(format, wanted) {
      const given = wanted.parts.map(({ content }) => content ?? undefined);
      return workOn(wanted.before, ...given).join(format, wanted);
    },
  };
}

/** A working copy seen with the languages of these components' catalogues as files. */
function seeCatalogues(copy: WorkingCopy, components: readonly FilePlaces[], run: RunJob): WorkingCopy {
  const places = new Map(components.flatMap(placesOf).map((place) => [place.path, place]));
  return places.size === 0 ? copy : withCatalogues(copy, [...places.values()], catalogueWork(run));
}

/**
 * A working copy seen with the files of these components: folders that pass as files, and files that pass as several.
 * @param run asks the readers that take large catalogues apart; those of tasks unless a request waits
 */
export function seeFiles(
  copy: WorkingCopy,
  components: readonly FilePlaces[],
  run: RunJob = inTaskReader,
): WorkingCopy {
  return seeCatalogues(seeFolders(copy, components), components, run);
}

/** The catalogue of a component where it is there; the tree tells what is wrong with it. */
export function catalogueIn(tree: readonly TreeFile[], component: FilePlaces): TreeFile | undefined {
  const path = catalogueOf(component);
  return path === undefined ? undefined : tree.find((file) => file.path === path);
}
