import { changes, languages, localCommits, translations } from "@/lib/generated/tables";
import { assigned, named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { present } from "@/lib/platform/expressions";
import { repositoryPath } from "@/lib/text/formats/catalogue";
import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { findComponentById } from "../components/components";
import { Failed, NotFound, sentenceOf } from "../errors";
import { syncContext } from "../files/context";
import { openWriter } from "../integrate/commit";
import { commitMessage } from "../integrate/commit-message";
import { asAnswer, type OperationAnswer } from "../integrate/operations";
import { pushIfWanted } from "../integrate/push";
import { ensureSynced, updateRepository } from "../integrate/update";
import { loadTranslations } from "../sync/ensure-translations";
import { catalogueIn } from "../working-copy/catalogues";
import { forgetLocalFile } from "../working-copy/local-files";
import { rememberCatalogues } from "../working-copy/remember-catalogues";
import { storeStatus } from "../working-copy/status";
import { type Checkout, COMMITTER, withWorkingCopy } from "../working-copy/working-copy";

const [t, l, ch, r] = [translations.as("t"), languages.as("l"), changes.as("ch"), changes.as("r")];

/** What a task of a language's file ends with: its commit, and why that could not be pushed. */
type FileReport = { commit: string | null } & Partial<OperationAnswer>;

/**
 * Makes and commits the file of a language that was added, and pushes where that is on; does nothing when it is there
 * already.
 */
export async function writeLanguageFile(
  repositoryId: number,
  translationId: number,
): Promise<{ translation: number } & FileReport> {
  return withWorkingCopy(
    repositoryId,
    async (checkout) => {
      await ensureSynced(checkout);
      const place = await db.one(sql`
        select ${pick(t, "componentId")}, ${named({ languageName: l.name })} from ${t} join ${l} on ${l.id} = ${t.languageId} where ${t.id} = ${translationId} and ${t.fileWanted}`);
      if (!place) return { translation: translationId, commit: null };
      const component = await findComponentById(SERVICE, place.componentId);
      const rows = await loadTranslations(db, component.id);
      const translation = rows.find((row) => row.id === translationId);
      if (!translation) return { translation: translationId, commit: null };
      const context = syncContext(component, rows.find((row) => row.isSource)?.id ?? 0, false);
      let content: Uint8Array;
      try {
        content = (await openWriter(checkout, context, translation)).bytes();
      } catch (error) {
        if (error instanceof EditRefused || error instanceof FormatError)
          throw new Failed(sentenceOf(error), { cause: error });
        throw error;
      }
      const message = await commitMessage(component, "addMessage", {
        translation,
        languageName: place.languageName,
        author: COMMITTER.name,
      });
      const sha = await commitFile(checkout, { path: translation.filename, content }, message);
      await settle(repositoryId, translationId, sha, "add-language");
      if (!checkout.driver.hasRemote) await updateRepository(checkout);
      return { translation: translationId, ...(await afterCommit(checkout, sha)) };
    },
    { waitMs: 60_000 },
  );
}

/** @throws Failed where the file is one of several languages that cannot take this one in, or cannot be read */
async function commitFile(
  checkout: Checkout,
  file: { path: string; content: Uint8Array | null },
  message: string,
): Promise<string | null> {
  try {
    return await checkout.copy.commit([file], message, COMMITTER, COMMITTER);
  } catch (error) {
    if (error instanceof EditRefused || error instanceof FormatError)
      throw new Failed(sentenceOf(error), { cause: error });
    throw error;
  }
}

async function settle(
  repositoryId: number,
  translationId: number | null,
  sha: string | null,
  kind: string,
): Promise<void> {
  await inTransaction(async (tx) => {
    if (sha)
      await tx.run(
        sql`insert into ${localCommits} ${row(localCommits, { repositoryId, sha, kind })} on conflict do nothing`,
      );
    if (translationId !== null)
      await tx.run(sql`update ${t} set ${assigned(t, { fileWanted: false })} where ${t.id} = ${translationId}`);
  });
}

/** Pushes where every commit is pushed. The file stays committed when that is refused, so a refusal is an answer. */
async function afterCommit(checkout: Checkout, commit: string | null): Promise<FileReport> {
  await storeStatus(checkout);
  if (commit === null) return { commit };
  const pushed = await asAnswer(async () => {
    await pushIfWanted(checkout);
    return { result: true };
  });
  return pushed.result ? { commit } : { commit, ...pushed };
}

/** Commits the removal of a language's file, and pushes where that is on; does nothing when it is gone already. */
export async function removeLanguageFile(input: {
  repository: number;
  component: number;
  filename: string;
  language: string;
}): Promise<FileReport> {
  if (!input.filename) return { commit: null };
  return withWorkingCopy(
    input.repository,
    async (checkout) => {
      let component: Awaited<ReturnType<typeof findComponentById>>;
      try {
        component = await findComponentById(SERVICE, input.component);
      } catch (error) {
        if (error instanceof NotFound) return { commit: null };
        throw error;
      }
      const tree = await checkout.copy.tree("HEAD");
      const { wrong } = catalogueIn(tree, component) ?? {};
      if (wrong) throw new Failed(sentenceOf(wrong), { cause: wrong });
      if (!tree.some((file) => file.path === input.filename)) return { commit: null };
      if (await isThereAgain(component.id, input.filename)) return { commit: null };
      const message = (await commitMessage(component, "deleteMessage")).replace(
        /\s+from\s/,
        ` ${input.language} from `,
      );
      const sha = await commitFile(checkout, { path: input.filename, content: null }, message);
      await settle(input.repository, null, sha, "remove-language");
      const own = repositoryPath(component, input.filename);
      if (!(await checkout.copy.tree("HEAD")).some((file) => file.path === own))
        await inTransaction((tx) => forgetLocalFile(tx, input.repository, own));
      await rememberCatalogues(checkout);
      return afterCommit(checkout, sha);
    },
    { waitMs: 60_000 },
  );
}

/** Whether somebody has added or brought back the language of a file after its removal. */
async function isThereAgain(componentId: number, filename: string): Promise<boolean> {
  const removed = sql`
    select max(${r.id}) from ${r} where ${r.componentId} = ${componentId} and ${r.languageId} = ${t.languageId} and ${r.action} = ${ACTION.TRANSLATION_REMOVED}`;
  const row = await db.one(sql`
    select ${present} from ${t} where ${t.componentId} = ${componentId} and ${t.filename} = ${filename}
      and exists (select from ${ch} where ${ch.translationId} = ${t.id} and ${ch.action} = ${ACTION.LANGUAGE_ADDED}
        and ${ch.cause} <> 'repository' and ${ch.id} > coalesce((${removed}), 0)) limit 1`);
  return row !== undefined;
}
