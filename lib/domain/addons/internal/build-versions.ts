import { createHash } from "node:crypto";
import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { Failed } from "../../errors";
import type { Addon, AddonTools, FileToPublish } from "../addon";
import { count } from "./fields";
import { namedFirst, together } from "./said";

/**
 * Android's files of strings for programs that take new translations while they run. Each state of all files together is a
 * version: its manifest never changes, and its files stand under their checksums, so that a program which has begun to
 * load a version gets all of it.
 */

const settings = z.object({
  maximum_age: count({
    title: "Days to keep a version",
    description: "Versions that were replaced longer ago are removed. The newest one stays.",
    least: 1,
    most: 3650,
    initial: 90,
  }),
  maximum_versions: count({
    title: "Versions to keep",
    description: "Older ones are removed, even if they are not that old.",
    least: 1,
    most: 100,
    initial: 20,
  }),
});
type Settings = z.infer<typeof settings>;

const FORMATS: ReadonlySet<string> = new Set(["aresource", "moko-resource", "cmp-resource"]);
const MOST_BYTES = 100_000_000;
/** The newest version, and all of them. */
const [CURRENT, LIST] = ["manifest.json", "versions.json"];
const DAY_MS = 86_400_000;

interface VersionFile {
  /** In the repository. */
  path: string;
  language: string;
  size: number;
  sha256: string;
  /** Where it is, beside `manifest.json`. */
  file: string;
}

interface Version {
  version: 1;
  build: string;
  created: string;
  files: VersionFile[];
}

/** What the list of versions tells of one. */
type Entry = Pick<Version, "build" | "created"> & { manifest: string };

export const buildVersions: Addon<Settings> = {
  id: "weblate.cdn.kotlin",
  aliases: ["loquat.cdn.kotlin"],
  name: "Publish translations for Android programs",
  description:
    "Publishes Android's files of strings in versions, with a manifest and checksums, for programs that take new translations without an update of themselves. Whoever knows the address can read them. They follow each update and each commit.",
  settings,
  multiple: false,
  scopes: ["component"],
  wholeRepository: false,
  publishes: {
    entry: CURRENT,
    mediaOf: (path) =>
      /^(?:manifest|versions|versions\/[0-9a-f]+)\.json$/.test(path) ? "application/json" : undefined,
  },
  unfit: (component) =>
    FORMATS.has(component.fileFormat) ? undefined : refusal("addonNoAndroid", { name: component.name }),
  on: ["installed", "configured", "component-updated", "committed", "language-added", "language-removed", "daily"],
  async preview({ settings: given, tools }) {
    const paths = (await tools.translations()).map(({ filename }) => filename).filter(Boolean);
    const versions = await readVersions(tools);
    const gone = versions.length - retained(versions, given, new Date()).length;
    return [
      ...(paths.length > 0 ? [refusal("planReadable", { names: namedFirst([...new Set(paths)].sort()) })] : []),
      ...(gone > 0 ? [refusal("planVersions", { count: gone })] : []),
    ];
  },
  async perform({ settings: given, tools }) {
    const now = new Date();
    const contents = await currentFiles(tools);
    const build = buildOf(contents);
    const former = await readVersions(tools);
    const [newest, ...older] = former;
    const isNew = newest?.build !== build;
    const current: Entry = isNew
      ? { build, created: now.toISOString(), manifest: manifestOf(build) }
      : (newest as Entry);
    // A version that comes back is the newest one again.
    const earlier = isNew ? former.filter((one) => one.build !== build) : older;
    const versions = retained([current, ...earlier], given, now);
    const { list, keep } = await withinLimit(tools, versions, contents);
    const manifest: Version = {
      version: 1,
      build,
      created: current.created,
      files: contents.map(({ bytes: _, ...file }) => file),
    };
    const own = contents.map(({ file, language, bytes }) => ({ path: file, language, bytes }));
    // Two languages may say the same to the byte.
    const files = new Map(own.map((file) => [file.path, file]));
    await tools.publish(
      [
        json(CURRENT, manifest),
        json(current.manifest, manifest),
        json(LIST, { version: 1, versions: list }),
        ...files.values(),
      ],
      keep,
    );
    const gone = former.filter((one) => !list.some(({ build: kept }) => kept === one.build)).length;
    return together([
      ...(isNew ? [refusal("runVersion", { build, count: contents.length })] : []),
      ...(gone > 0 ? [refusal("runVersionsGone", { count: gone })] : []),
    ]);
  },
};

const manifestOf = (build: string): string => `versions/${build}.json`;

const json = (path: string, value: unknown): FileToPublish => ({
  path,
  language: "",
  bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`),
});

const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** The files as they are in the repository. @throws Error when they are too large */
async function currentFiles(tools: AddonTools): Promise<(VersionFile & { bytes: Uint8Array })[]> {
  const translations = (await tools.translations()).filter(({ filename }) => filename !== "");
  const languageOf = new Map(translations.map(({ filename, fileCode }) => [filename, fileCode]));
  const found = await tools.withFiles((files) => files.several([...languageOf.keys()].sort()));
  if (found.length === 0) throw new Failed(refusal("runNoFiles"));
  if (found.reduce((sum, { bytes }) => sum + bytes.length, 0) > MOST_BYTES)
    throw new Failed(refusal("runTooLarge", { most: MOST_BYTES / 1_000_000 }));
  return found.map(({ path, bytes }) => {
    const hash = sha256(bytes);
    const language = languageOf.get(path) ?? "";
    return { path, language, size: bytes.length, sha256: hash, file: `files/${hash}.xml`, bytes };
  });
}

/** The name of a version: the same files have the same one. */
const buildOf = (files: readonly VersionFile[]): string =>
  sha256(JSON.stringify(files.map(({ path, sha256: hash }) => [path, hash]))).slice(0, 16);

async function readJson<T>(tools: AddonTools, path: string): Promise<T | undefined> {
  const bytes = await tools.readPublished(path);
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as T);
}

/** Versions that are published, newest first. */
const readVersions = async (tools: AddonTools): Promise<Entry[]> =>
  (await readJson<{ versions: Entry[] }>(tools, LIST))?.versions ?? [];

/** The newest version, and of the others those that were replaced lately. */
function retained(versions: readonly Entry[], given: Settings, now: Date): Entry[] {
  return versions.filter((_, place) => {
    const next = versions[place - 1];
    if (!next) return true;
    const age = now.getTime() - new Date(next.created).getTime();
    return place < given.maximum_versions && age <= given.maximum_age * DAY_MS;
  });
}

/** As many of the versions as there is room for, and what is to stay of the older ones: files that several share are there once. */
async function withinLimit(
  tools: AddonTools,
  [current, ...older]: readonly Entry[],
  contents: readonly VersionFile[],
): Promise<{ list: Entry[]; keep: string[] }> {
  const list = current ? [current] : [];
  const counts = new Set(contents.map(({ file }) => file));
  const keep: string[] = [];
  let size = contents.reduce((sum, file) => sum + file.size, 0);
  for (const entry of older) {
    const files = (await readJson<Version>(tools, entry.manifest))?.files ?? [];
    const more = files.filter(({ file }) => !counts.has(file));
    size += more.reduce((sum, file) => sum + file.size, 0);
    if (size > MOST_BYTES) break;
    for (const { file } of more) counts.add(file);
    keep.push(entry.manifest, ...files.map(({ file }) => file));
    list.push(entry);
  }
  return { list, keep };
}
