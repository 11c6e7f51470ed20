import { components, pendingChanges, sourceUnits, units } from "@/lib/generated/tables";
import { named, outer, pick, subquery } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asFlag, hashText } from "@/lib/platform/expressions";
import type { TreeFile } from "@/lib/platform/vcs/vcs";
import { needsEditing, STATE, type UnitState } from "@/lib/text/codes";
import { FormatError, storedState } from "@/lib/text/formats/kernel/format";
import { urls } from "@/lib/urls";
import { addressOf, type ComponentRow, componentsOfRepository } from "../components/components";
import { wantedStrings } from "../components/key-filter";
import { type SyncContext, type SyncTranslation, syncContext } from "../files/context";
import { readFile } from "../files/read-file";
import { entryState, type FileString, formatOf, sameTexts, stateNumber } from "../files/strings";
import { loadTranslations } from "../sync/ensure-translations";
import { uncommittedWholeFile } from "../working-copy/whole-files";
import { type Checkout, withWorkingCopy } from "../working-copy/working-copy";

const [u, s, p, c] = [units.as("u"), sourceUnits.as("s"), pendingChanges.as("p"), components.as("c")];

/** Whether files and strings agree: what our branch has, with everything that waits written into it, against the units. */

/** A string that its file says otherwise than the database. */
export interface FileDifference {
  translationId: number;
  filename: string;
  /** Null for a string that only the file has. */
  unitId: number | null;
  /** The key, or the source text. */
  name: string;
  /** `mark`: the text is the same, and only here it is marked for a look, which a file need not know. */
  kind: "text" | "state" | "mark";
  /** Empty where the file does not have the string. */
  file: readonly string[];
  /** State of the string in the file. */
  fileState: UnitState;
  unit: readonly string[];
}

/** The newest edit of each string that no commit holds yet. */
const w = subquery(
  "w",
  sql`
    select distinct on (${p.translationId}, ${p.idHash}) ${pick(p, "translationId", "idHash", "kind", "targets", "state")}
    from ${p} where ${p.commit} is null order by ${p.translationId}, ${p.idHash}, ${p.id} desc`,
);

/** One file as it was compared; one that cannot be read has a problem and no differences. */
export interface ComparedFile {
  translation: SyncTranslation;
  differences: FileDifference[];
  problem?: FormatError;
}

/** Every difference that is here, repository by repository; a file that cannot be read is told of in its place. */
export async function* allDifferences(): AsyncGenerator<{ filename: string; told: string }> {
  const rows = await db.rows(sql`
    select distinct ${named({ id: c.repositoryId })} from ${c} where ${c.removedAt} is null and ${c.importedAt} is not null order by 1`);
  for (const { id } of rows) {
    const told = await withWorkingCopy(
      id,
      async (checkout) => {
        const lines: { filename: string; told: string }[] = [];
        const tree = await checkout.copy.tree("HEAD");
        for (const component of await componentsOfRepository(id)) {
          const place = urls.component(addressOf(component)).web;
          for await (const { translation, differences, problem } of compareFiles(checkout, component, tree)) {
            const filename = `${place} ${translation.filename}`;
            if (problem) lines.push({ filename, told: problem.message });
            for (const { name, kind, file, unit } of differences)
              if (kind !== "mark")
                lines.push({
                  filename,
                  told: `${name}: ${quoted(file)} in the file, ${quoted(unit)} here${kind === "state" ? ", in another state" : ""}`,
                });
          }
        }
        return lines;
      },
      { waitMs: 60_000 },
    );
    yield* told;
  }
}

const quoted = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(" ") || "nothing";

/** Every difference between the files of a repository and the strings of its components. @throws FormatError */
export async function fileDifferences(checkout: Checkout): Promise<FileDifference[]> {
  const tree = await checkout.copy.tree("HEAD");
  const found: FileDifference[] = [];
  for (const component of await componentsOfRepository(checkout.repository.id))
    for await (const { differences, problem } of compareFiles(checkout, component, tree)) {
      if (problem) throw problem;
      found.push(...differences);
    }
  return found;
}

/** Compares the files of one component, one after the other. */
export async function* compareFiles(
  checkout: Checkout,
  component: ComponentRow,
  tree: readonly TreeFile[],
): AsyncGenerator<ComparedFile> {
  const translations = await loadTranslations(db, component.id);
  const source = translations.find((translation) => translation.isSource);
  const context = syncContext(component, source?.id ?? 0, false);
  for (const translation of translations) {
    if (!translation.filename) continue;
    checkout.assertLocked();
    try {
      const strings = await stringsOfFile(checkout, context, translation, tree);
      yield { translation, differences: await compare(context, translation, strings) };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      yield { translation, differences: [], problem: error };
    }
  }
}

async function stringsOfFile(
  checkout: Checkout,
  context: SyncContext,
  translation: SyncTranslation,
  tree: readonly TreeFile[],
): Promise<ReadonlyMap<string, FileString>> {
  const bytes = await contentAt(checkout, tree, translation.filename);
  if (!bytes) return new Map();
  const beside = context.monolingual && !translation.isSource;
  const base = beside ? await contentAt(checkout, tree, context.component.template) : undefined;
  const options = { whole: true, ownForms: !translation.isSource };
  return wantedStrings(context.component, (await readFile(context, translation, { bytes, base }, options)).strings);
}

async function contentAt(
  { repository, copy }: Checkout,
  tree: readonly TreeFile[],
  path: string,
): Promise<Uint8Array | undefined> {
  const file = tree.find((one) => one.path === path);
  return (await uncommittedWholeFile(repository.id, path)) ?? (file && (await copy.read(file.blob, path)));
}

async function compare(
  context: SyncContext,
  translation: SyncTranslation,
  strings: ReadonlyMap<string, FileString>,
): Promise<FileDifference[]> {
  const waiting = outer(w);
  // One statement, as people go on saving: a text is seen together with what waits to be written of it.
  const rows = await db.rows(sql`
    select ${pick(u, "id", "targets", "state")}, ${pick(s, "context", "sources")}, ${named({
      idHash: hashText(s.idHash),
      waits: asFlag(sql`${w.translationId} is not null`),
      removed: asFlag(sql`coalesce(${w.kind} = 'remove', false)`),
      waitingTargets: waiting.targets,
      waitingState: waiting.state,
    })}
    from ${u} join ${s} on ${s.id} = ${u.sourceId} left join ${w} on ${w.translationId} = ${u.translationId} and ${w.idHash} = ${s.idHash}
    where ${u.translationId} = ${translation.id} order by ${u.position}, ${u.id}`);
  const { id: translationId, filename } = translation;
  const here = new Set(rows.map((row) => row.idHash));
  const found = rows.flatMap((row): FileDifference[] => {
    const entry = strings.get(row.idHash);
    if (row.state === STATE.READ_ONLY || entry?.readOnly) return [];
    const kept = { targets: entry ? textsOf(translation, context, entry) : [], state: entry?.state ?? STATE.EMPTY };
    const written = row.removed
      ? { targets: [], state: STATE.EMPTY }
      : row.waits
        ? { targets: row.waitingTargets ?? [], state: row.waitingState ?? STATE.EMPTY }
        : kept;
    const kind = kindOf(context, translation, written, row);
    const name = row.context || (row.sources[0] ?? "");
    return kind
      ? [
          {
            ...{ translationId, filename, unitId: row.id, name, kind },
            ...{ file: written.targets, fileState: written.state, unit: row.targets },
          },
        ]
      : [];
  });
  // Without a base file every string of a file is one of the component.
  if (context.monolingual && !translation.isSource) return found;
  const removed = await removalsOf(translationId);
  for (const entry of strings.values()) {
    if (here.has(entry.idHash) || removed.has(entry.idHash) || entry.readOnly) continue;
    const name = entry.context || (entry.sources[0] ?? "");
    const file = textsOf(translation, context, entry);
    if (filled(file).length > 0)
      found.push({ translationId, filename, unitId: null, name, kind: "text", file, fileState: entry.state, unit: [] });
  }
  return found;
}

interface Said {
  targets: readonly string[];
  state: number;
}

function kindOf(
  context: SyncContext,
  translation: SyncTranslation,
  file: Said,
  unit: Said,
): FileDifference["kind"] | undefined {
  if (!sameTexts(filled(file.targets), filled(unit.targets))) return "text";
  const format = formatOf(context.component);
  const reviews = context.reviews && !translation.reviewsOff;
  const stored = (said: Said) => stateNumber(storedState(format, entryState(said.state)), reviews);
  if (translation.isSource || filled(unit.targets).length === 0 || stored(file) === stored(unit)) return undefined;
  return needsEditing(unit.state) ? "mark" : "state";
}

/** In a base file the text may stand as source. */
function textsOf(translation: SyncTranslation, context: SyncContext, entry: FileString): readonly string[] {
  return translation.isSource && context.monolingual && entry.targets.length === 0 ? entry.sources : entry.targets;
}

/** Strings of a language that its file is to lose. */
async function removalsOf(translationId: number): Promise<Set<string>> {
  const rows = await db.rows(sql`
    select ${named({ idHash: hashText(p.idHash) })} from ${p}
    where ${p.translationId} = ${translationId} and ${p.commit} is null and ${p.kind} = 'remove'`);
  return new Set(rows.map((row) => row.idHash));
}

/** Forms up to the last one that says something. */
const filled = (targets: readonly string[]): readonly string[] =>
  targets.slice(0, targets.findLastIndex((target) => target !== "") + 1);
