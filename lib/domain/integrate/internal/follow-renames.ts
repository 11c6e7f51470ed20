import { components as table, translations } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { blobId } from "@/lib/platform/vcs/blob-id";
import type { TreeFile } from "@/lib/platform/vcs/vcs";
import { catalogueOf } from "@/lib/text/formats/catalogue";
import { maskToPath, matchFilemask } from "@/lib/text/formats/kernel/filemask";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { record } from "../../changes/record";
import type { ComponentRow } from "../../components/components";
import { formatOf } from "../../files/strings";
import { recordSaves } from "../../settings/record-saves";
import { matchFiles } from "../../sync/match-files";
import type { Checkout } from "../../working-copy/working-copy";
import { lastKnown } from "./whole-languages";

const [c, t] = [table.as("c"), translations.as("t")];

/**
 * Files that upstream moved: where all languages of a component, its base file or its template have gone, and the same
 * bytes, or a file of that name with most of the same lines, stand at places that did not exist before, the component's
 * settings follow them. Otherwise its languages would be removed, and others added.
 */

/** How many files of one name are read to find where another one has gone. */
const MOST_LIKE = 20;

const PLACES = ["filemask", "template", "newBase"] as const;
type Places = Pick<ComponentRow, (typeof PLACES)[number]>;

/** The components as upstream's renames leave them; whoever was not renamed is given back itself. */
export async function followRenames(
  checkout: Checkout,
  components: readonly ComponentRow[],
  target: string,
): Promise<ComponentRow[]> {
  const tree = await checkout.copy.tree(target);
  const there = new Set(tree.map((file) => file.path));
  const known = await db.rows(sql`
    select ${pick(t, "componentId", "filename")} from ${t}
    where ${anyOf(
      t.componentId,
      components.map(({ id }) => id),
    )} and not ${t.isSource} and ${t.filename} <> ''`);
  const standing = new Set(known.flatMap((row) => (there.has(row.filename) ? row.componentId : [])));
  const some = new Set(known.map((row) => row.componentId));
  const gone = (path: string) => path !== "" && !there.has(path);
  const moved = components.filter(
    (component) =>
      catalogueOf(component) === undefined &&
      !formatOf(component).folder &&
      ((some.has(component.id) && !standing.has(component.id)) || gone(component.template) || gone(component.newBase)),
  );
  if (moved.length === 0) return [...components];
  const before = await lastKnown(checkout);
  const search = searchIn(before, tree);
  const lost = new Set(moved.flatMap((component) => filesIn(before, component)).filter(gone));
  for (const path of lost)
    if (search.newPlaces(path).length === 0) search.alike.set(path, await likePlaces(checkout, path, search));
  return components.map((component) => (moved.includes(component) ? follow(component, search) : component));
}

interface Search {
  before: readonly TreeFile[];
  after: readonly TreeFile[];
  /** New places of the bytes that stood somewhere before; without one, of files that are like those. */
  newPlaces(path: string): string[];
  /** New places of files whose bytes changed as they moved, by their former places. */
  alike: Map<string, string[]>;
  /** Whether a path is there now and was not before. */
  isNew(path: string): boolean;
}

function searchIn(before: readonly TreeFile[], after: readonly TreeFile[]): Search {
  const former = new Map(before.map((file) => [file.path, file.blob]));
  const fresh = after.filter((file) => !former.has(file.path));
  const byBlob = new Map<string, string[]>();
  for (const { path, blob } of fresh) {
    const paths = byBlob.get(blob);
    if (paths) paths.push(path);
    else byBlob.set(blob, [path]);
  }
  // All empty files are alike.
  byBlob.delete(blobId(new Uint8Array()));
  const paths = new Set(fresh.map((file) => file.path));
  const alike = new Map<string, string[]>();
  return {
    before,
    after,
    alike,
    newPlaces: (path) => byBlob.get(former.get(path) ?? "") ?? alike.get(path) ?? [],
    isNew: (path) => paths.has(path),
  };
}

/** Files of a component: its languages and what they are made from. */
const filesIn = (tree: readonly TreeFile[], component: ComponentRow): string[] => [
  ...matchFiles(tree, component).translations.map((file) => file.path),
  ...[component.template, component.newBase].filter((path) => path !== ""),
];

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** New files of the same name that have at least half of the lines of a file that has gone, the likest first. */
async function likePlaces({ copy }: Checkout, path: string, { before, after, isNew }: Search): Promise<string[]> {
  const former = before.find((file) => file.path === path);
  if (!former) return [];
  const fresh = after.filter((file) => nameOf(file.path) === nameOf(path) && isNew(file.path));
  const nearest = fresh.sort((a, b) => likeness(b.path, path) - likeness(a.path, path)).slice(0, MOST_LIKE);
  const linesOf = async ({ blob }: TreeFile) => {
    const lines = Buffer.from(await copy.read(blob))
      .toString("latin1")
      .split("\n");
    return new Set(lines.filter((line) => line.trim() !== ""));
  };
  const found: { to: string; share: number }[] = [];
  const lines = nearest.length > 0 ? await linesOf(former) : new Set<string>();
  for (const file of nearest) {
    const share = sharedLines(lines, await linesOf(file));
    if (share >= 0.5) found.push({ to: file.path, share });
  }
  return found.sort((a, b) => b.share - a.share).map(({ to }) => to);
}

/** How many lines two files share, as a part of the longer one. */
const sharedLines = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((line) => others.has(line)).length / Math.max(some.size, others.size);

function follow(component: ComponentRow, search: Search): ComponentRow {
  const mask = newMask(component, search);
  // Where the languages are gone for good, the base file has not moved either: another component's has come.
  if (mask === undefined && languagesIn(search.before, component) > 0 && languagesIn(search.after, component) === 0)
    return component;
  const filemask = mask ?? component.filemask;
  const now = new Set(search.after.map((file) => file.path));
  const place = (path: string) =>
    path === "" || now.has(path) ? path : (newPlace(path, component.filemask, filemask, search) ?? path);
  const places: Places = { filemask, template: place(component.template), newBase: place(component.newBase) };
  return PLACES.every((name) => places[name] === component[name]) ? component : { ...component, ...places };
}

const languagesIn = (tree: readonly TreeFile[], component: ComponentRow): number =>
  matchFiles(tree, component).translations.length;

/** The mask under which the files of half of the languages or more are found again; undefined when they were not moved. */
function newMask(component: ComponentRow, search: Search): string | undefined {
  if (languagesIn(search.after, component) > 0) return undefined;
  const languages = matchFiles(search.before, component).translations;
  const found = new Map<string, number>();
  for (const { code, path } of languages)
    for (const mask of new Set(search.newPlaces(path).flatMap((to) => masksOf(to, code, component.filemask))))
      found.set(mask, (found.get(mask) ?? 0) + 1);
  const taken = (mask: string) => search.before.some((file) => matchFilemask(mask, file.path) !== undefined);
  const enough = [...found].filter(([, count]) => count * 2 >= languages.length);
  const ranked = enough.sort(
    ([a, m], [b, n]) => n - m || likeness(b, component.filemask) - likeness(a, component.filemask) || (a < b ? -1 : 1),
  );
  return ranked.map(([mask]) => mask).find((mask) => !taken(mask));
}

/** Masks by which a path has a language code, as a word of its own or between the letters that the former mask has there. */
function masksOf(path: string, code: string, former: string): string[] {
  const masks = [path.replaceAll(code, "*")];
  for (let at = path.indexOf(code); at >= 0; at = path.indexOf(code, at + 1))
    masks.push(`${path.slice(0, at)}*${path.slice(at + code.length)}`);
  const apart = (mask: string) =>
    neighboursOf(mask).every((pair) => !/[\p{L}\p{N}]/u.test(pair) || neighboursOf(former).includes(pair));
  return masks.filter((mask) => matchFilemask(mask, path) === code && maskToPath(mask, code) === path && apart(mask));
}

/** What stands beside each `*` of a mask. */
const neighboursOf = (mask: string): string[] =>
  [...mask.matchAll(/\*/g)].map(({ index }) => `${mask[index - 1] ?? "/"}${mask[index + 1] ?? ""}`);

/** Parts of two paths that are the same, from both ends. */
function likeness(path: string, other: string): number {
  const [a, b] = [path.split("/"), other.split("/")];
  const same = (x: readonly string[], y: readonly string[]) => {
    const end = x.findIndex((part, index) => part !== y[index]);
    return end < 0 ? x.length : end;
  };
  return same(a, b) + same(a.toReversed(), b.toReversed());
}

/** Where a base file or template stands now: the same bytes, or the place that the mask gives it. */
function newPlace(path: string, from: string, to: string, search: Search): string | undefined {
  const [best] = search.newPlaces(path).sort((a, b) => likeness(b, path) - likeness(a, path));
  if (best) return best;
  const code = from === to ? undefined : matchFilemask(from, path);
  const moved = code === undefined ? undefined : maskToPath(to, code);
  return moved !== undefined && search.isNew(moved) ? moved : undefined;
}

/** Where files of languages stand once the settings have followed upstream; other paths stay. */
export function placesAfter(before: readonly ComponentRow[], after: readonly ComponentRow[]): (path: string) => string {
  const moved = before.flatMap((former, at) => {
    const now = after[at];
    return now && now.filemask !== former.filemask ? [[former.filemask, now.filemask] as const] : [];
  });
  return (path) => {
    for (const [from, to] of moved) {
      const code = matchFilemask(from, path) ?? "";
      if (code !== "" && maskToPath(from, code) === path) return maskToPath(to, code);
    }
    return path;
  };
}

/** Writes down which settings followed upstream, and where the files of languages stand now. */
export async function storeRenames(before: readonly ComponentRow[], after: readonly ComponentRow[]): Promise<void> {
  for (const [index, component] of after.entries()) {
    const former = before[index];
    if (!former || former === component) continue;
    const changed = PLACES.filter((name) => former[name] !== component[name]);
    await inTransaction(async (tx) => {
      const { filemask, template, newBase, id: componentId, projectId } = component;
      await tx.run(sql`update ${c} set ${assigned(c, { filemask, template, newBase })} where ${c.id} = ${componentId}`);
      const rows = await tx.rows(
        sql`select ${pick(t, "id", "filename")} from ${t} where ${t.componentId} = ${componentId} and ${t.filename} <> '' for update`,
      );
      for (const { id, filename } of rows) {
        const code = matchFilemask(former.filemask, filename) ?? "";
        const own = code !== "" && maskToPath(former.filemask, code) === filename;
        const now = filename === former.template ? template : own ? maskToPath(filemask, code) : filename;
        if (now !== filename)
          await tx.run(sql`update ${t} set ${assigned(t, { filename: now })} where ${t.id} = ${id}`);
      }
      await record(
        tx,
        SERVICE,
        changed.map((name) => ({
          action: ACTION.COMPONENT_SETTING_CHANGED,
          cause: "repository",
          projectId,
          componentId,
          target: component[name],
          old: former[name],
          details: { setting: name, reason: "renamed-upstream" },
        })),
      );
      const of = (row: ComponentRow) => Object.fromEntries(PLACES.map((name) => [name, row[name]]));
      const save = { topic: "component" as const, componentId, before: of(former), after: of(component) };
      await recordSaves(tx, SERVICE, [save], { act: "upstream" });
    });
  }
}
