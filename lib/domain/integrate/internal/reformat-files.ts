import { localCommits, translations } from "@/lib/generated/tables";
import { assigned, columnsOf, pick, row, unnest } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import type { TreeFile } from "@/lib/platform/vcs/vcs";
import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import { plainWords } from "@/lib/text/messages/worded";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { record } from "../../changes/record";
import type { ComponentRow } from "../../components/components";
import { sentenceOf } from "../../errors";
import type { SyncTranslation } from "../../files/context";
import { formatOf, isMonolingual } from "../../files/strings";
import { type ReformatRequest, type ReformatResult, reformattedFile } from "../../files/write-jobs";
import {
  inTaskReader,
  needsReader,
  newTimeoutBudget,
  type TimeoutBudget,
  withinTimeoutBudget,
} from "../../repository-files";
import { loadTranslations } from "../../sync/ensure-translations";
import { contentId } from "../../working-copy/folders";
import { type Checkout, COMMITTER } from "../../working-copy/working-copy";
import type { CommitProblem } from "../commit";

const lc = localCommits.as("lc");
const t = translations.as("t");

/** Whole files of a component in the shape of its parameters, as a commit of its own. */

export interface ReformatReport {
  /** Files that were looked at, and those that are different now. */
  files: number;
  changed: number;
  /** Null when nothing was different. */
  commit: string | null;
  problems: CommitProblem[];
}

/** What local commits of this kind are called: which component they are about tells how to make them again. */
const KIND = "reformat:";

/**
 * Reformats the files of a component as our branch has them. A file that cannot be read, or would say something else,
 * stays as it is.
 */
export async function commitReformatted(
  checkout: Checkout,
  component: ComponentRow,
  options: {
    userId?: number | null;
    report?: (done: number, total: number, text: string) => Promise<void> | void;
  } = {},
): Promise<ReformatReport> {
  const files = await filesOf(component);
  const tree = new Map((await checkout.copy.tree("HEAD")).map((file) => [file.path, file]));
  const base = await contentAt(checkout, tree, component.template);
  const report: ReformatReport = { files: 0, changed: 0, commit: null, problems: [] };
  const budget = newTimeoutBudget();
  const changes: { path: string; content: Uint8Array; translation: SyncTranslation }[] = [];
  for (const [index, translation] of files.entries()) {
    checkout.assertLocked();
    const path = translation.filename;
    const before = await contentAt(checkout, tree, path);
    if (!before) continue;
    report.files++;
    await options.report?.(index, files.length, path);
    try {
      const content = await reshaped(component, translation, { before, template: base, budget });
      if (content) changes.push({ path, content, translation });
    } catch (error) {
      if (!(error instanceof FormatError) && !(error instanceof EditRefused)) throw error;
      report.problems.push({ filename: path, ...plainWords(error) });
    }
  }
  if (changes.length === 0) return report;
  const contents = changes.map(({ path, content }) => ({ path, content }));
  report.commit = await checkout.copy.commit(contents, `Reformat files of ${component.name}`, COMMITTER, COMMITTER);
  if (report.commit === null) return report;
  report.changed = changes.length;
  await settle(checkout, component, report.commit, changes, options.userId ?? null);
  return report;
}

/** The languages whose files a person wants to have another shape, each file once. */
async function filesOf(component: ComponentRow): Promise<SyncTranslation[]> {
  const ownSource = isMonolingual(component) && component.editTemplate;
  const seen = new Set<string>();
  return (await loadTranslations(db, component.id)).filter(({ filename, isSource }) => {
    if (filename === "" || seen.has(filename) || (isSource && !ownSource)) return false;
    seen.add(filename);
    return true;
  });
}

async function contentAt(
  checkout: Checkout,
  tree: ReadonlyMap<string, TreeFile>,
  path: string,
): Promise<Uint8Array | undefined> {
  const found = path === "" ? undefined : tree.get(path);
  return found && checkout.copy.read(found.blob, path);
}

/** The file in its new shape; undefined when it has that shape. @throws FormatError, EditRefused */
async function reshaped(
  component: ComponentRow,
  { languageCode, plural, isSource }: SyncTranslation,
  { before, template, budget }: { before: Uint8Array; template: Uint8Array | undefined; budget: TimeoutBudget },
): Promise<Uint8Array | undefined> {
  formatOf(component);
  const { fileFormat, fileFormatParams } = component;
  const wanted: ReformatRequest = {
    component: { fileFormat, fileFormatParams, template: component.template },
    languageCode,
    plural: { number: plural.number, formula: plural.formula, categories: plural.categories },
    isTemplate: isSource && isMonolingual(component),
    bytes: before,
    base: isMonolingual(component) ? template : undefined,
  };
  if (!needsReader(before, wanted.base)) return reformattedFile(wanted);
  const work = () => inTaskReader<ReformatResult>("reshaped", wanted);
  const { value, bytes: made } = await withinTimeoutBudget(budget, work);
  if (value.refusal !== undefined) throw new EditRefused(sentenceOf(value.refusal));
  return made[0];
}

async function settle(
  checkout: Checkout,
  component: ComponentRow,
  sha: string,
  changes: readonly { content: Uint8Array; translation: SyncTranslation }[],
  userId: number | null,
): Promise<void> {
  const format = formatOf(component);
  const n = unnest(
    "n",
    columnsOf(t, "id", "revision"),
    changes.map(({ translation, content }) => ({ id: translation.id, revision: contentId(format, content) })),
  );
  await inTransaction(async (tx) => {
    await tx.run(sql`
      insert into ${lc} ${row(lc, { repositoryId: checkout.repository.id, sha, kind: KIND + component.id })} on conflict do nothing`);
    await tx.run(sql`
      update ${t} set ${assigned(t, { revision: n.revision })} from ${n} where ${t.id} = ${n.id}`);
    await record(tx, SERVICE, [
      {
        action: ACTION.CHANGES_COMMITTED,
        userId,
        projectId: component.projectId,
        componentId: component.id,
        details: { revision: sha, files: changes.length },
      },
    ]);
  });
}

/** Ids of the components that have such commits among these, which are not upstream yet. */
export async function reformattedComponents(checkout: Checkout, commits: readonly string[]): Promise<Set<number>> {
  if (commits.length === 0) return new Set();
  const rows = await db.rows(sql`
    select distinct ${pick(lc, "kind")} from ${lc}
    where ${lc.repositoryId} = ${checkout.repository.id} and starts_with(${lc.kind}, ${KIND}) and ${anyOf(lc.sha, commits)}`);
  return new Set(rows.map(({ kind }) => Number(kind.slice(KIND.length))));
}
