import { sourceUnits } from "@/lib/generated/tables";
import { pick, unnest } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { TYPE } from "@/lib/platform/expressions";
import { findFormat } from "@/lib/text/formats/registry";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { record } from "../../changes/record";
import { Invalid } from "../../errors";
import type { FileString } from "../../files/strings";
import type { TranslationRow } from "../../translations/translations";
import { canBeString } from "../../units/add-unit";
import { additionRefusal } from "../../units/fits-files";
import { manageDenial } from "../../units/manage-units";
import { removeStrings } from "../../units/remove-unit";
import { storeUnits } from "../../units/store-units";
import { requestWholeFile } from "../../working-copy/whole-files";
import { withWorkingCopy } from "../../working-copy/working-copy";
import type { Run, UploadCounts } from "../upload";
import { explainStrings } from "./explain";
import { knownUnits } from "./known-strings";
import { planOf } from "./replace-file";

const s = sourceUnits.as("s");

/** Uploads that change which strings there are. */

const BATCH = 2000;

/**
 * Adds the strings of a file that are not here yet.
 * @throws Invalid on method when strings cannot be added here; on file for a string that the files cannot hold
 */
export async function addStrings(
  actor: Actor,
  translation: TranslationRow,
  strings: readonly FileString[],
  run: Run,
): Promise<UploadCounts> {
  const { component } = translation;
  const why = manageDenial(actor, component, translation, "add", {
    agreementSigned: true,
    format: findFormat(component.fileFormat),
  });
  if (why) throw new Invalid([{ path: "method", code: "invalid_choice", message: why.text, said: why.said }]);
  const known = await knownUnits(translation, strings);
  const fresh = strings.filter((string) => !known.has(string.idHash) && canBeString(component, string));
  const refused = await additionRefusal(db, translation, fresh);
  if (refused) throw Invalid.field("file", refused.why);
  const accepted = await store(actor, translation, fresh, run, ACTION.STRING_ADDED_IN_THE_UPLOAD);
  return { notFound: 0, skipped: strings.length - accepted, accepted, total: strings.length };
}

async function store(
  actor: Actor,
  translation: TranslationRow,
  fresh: readonly FileString[],
  run: Run,
  action: number,
): Promise<number> {
  let added = 0;
  for (let at = 0; at < fresh.length; at += BATCH)
    added += await inTransaction(async (tx) => {
      const planned = fresh
        .slice(at, at + BATCH)
        .map((string) => planOf(string, translation.component.project.fourEyes));
      const made = await storeUnits(tx, actor, translation, planned, {
        ...{ action, cause: "upload", operationId: run.operation },
      });
      await explainStrings(tx, actor, translation, fresh.slice(at, at + BATCH), run);
      return made.length;
    });
  return added;
}

/**
 * Lets the source strings follow a file: new ones come into every language, those it lacks leave, and the template for new
 * languages becomes the file.
 * @throws Invalid on file when it would leave no string at all
 */
export async function replaceSources(
  actor: Actor,
  translation: TranslationRow,
  bytes: Uint8Array,
  strings: readonly FileString[],
  run: Run,
): Promise<UploadCounts> {
  const { component } = translation;
  if (strings.length === 0) throw Invalid.field("file", refusal("fileContainsNoStrings"));
  const template = component.newBase.endsWith(".pot") ? component.newBase : undefined;
  const baseBlob = template && (await upstreamBlob(component.repositoryId, template));
  const known = await knownUnits(translation, strings);
  const fresh = strings.filter((string) => !known.has(string.idHash));
  const added = await store(actor, translation, fresh, run, ACTION.SOURCE_STRING_ADDED_IN_THE_UPLOAD);
  const removed = await dropOthers(actor, translation, strings, run);
  await inTransaction(async (tx) => {
    if (template)
      await requestWholeFile(tx, run.author, component, { path: template, content: bytes, baseBlob: baseBlob ?? "" });
    if (added + removed > 0)
      await record(tx, actor, [
        {
          action: ACTION.TRANSLATION_UPDATED_BY_SOURCE_UPLOAD,
          cause: "upload",
          operationId: run.operation,
          projectId: component.projectId,
          componentId: component.id,
          translationId: translation.id,
          languageId: translation.languageId,
          details: { added, removed },
        },
      ]);
  });
  // A file that only takes strings away was accepted too; still, what is counted are the strings of the file.
  const accepted = Math.min(strings.length, added + removed);
  return { notFound: 0, skipped: strings.length - accepted, accepted, total: strings.length };
}

async function upstreamBlob(repositoryId: number, path: string): Promise<string> {
  return withWorkingCopy(repositoryId, async ({ copy }) => {
    const tree = await copy.tree((await copy.remoteHead()) ?? "HEAD");
    return tree.find((file) => file.path === path)?.blob ?? "";
  });
}

/** Takes out the strings that a file lacks, from every language. */
async function dropOthers(
  actor: Actor,
  translation: TranslationRow,
  strings: readonly FileString[],
  run: Run,
): Promise<number> {
  const hashes = strings.map((string) => string.idHash);
  const h = unnest("h", { hash: TYPE.hash }, { hash: hashes });
  const rows = await db.rows(sql`
    select ${pick(s, "id")} from ${s} where ${s.componentId} = ${translation.component.id}
      and not exists (select from ${h} where ${h.hash} = ${s.idHash}) order by ${s.id}`);
  for (let at = 0; at < rows.length; at += BATCH)
    await inTransaction((tx) =>
      removeStrings(
        tx,
        actor,
        translation.component,
        { ids: rows.slice(at, at + BATCH).map((row) => row.id), everywhere: true },
        { action: ACTION.STRING_REMOVED, cause: "upload", operationId: run.operation },
      ),
    );
  return rows.length;
}
