import { users } from "@/lib/generated/tables";
import { cte, defined, eachRow, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { findFormat } from "@/lib/text/formats/registry";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { can, demand, throwDenial } from "../access/demand";
import type { Permission } from "../access/permissions";
import { editLock } from "../components/edit-lock";
import { Invalid } from "../errors";
import { type TranslationRow, translationScope } from "../translations/translations";
import { agreementSigned } from "../units/agreement";
import { manageDenial } from "../units/manage-units";
import { contributionDenial, reviewed } from "../units/may-edit";

/** What an upload of a translation file is, and who may make it; the contract 3.7.5. */

export const UPLOAD_METHODS = ["translate", "approve", "suggest", "fuzzy", "replace", "source", "add"] as const;
export type UploadMethod = (typeof UPLOAD_METHODS)[number];
export const CONFLICT_RULES = ["", "ignore", "replace-translated", "replace-approved"] as const;
export const FUZZY_RULES = ["", "process", "approve"] as const;

export interface Upload {
  filename: string;
  bytes: Uint8Array;
  method: UploadMethod;
  conflicts: (typeof CONFLICT_RULES)[number];
  fuzzy: (typeof FUZZY_RULES)[number];
  authorName?: string;
  authorEmail?: string;
  /** Strings that were left out by hand, by their ids; for methods that take strings one by one. */
  leave?: ReadonlySet<number>;
}

/** Methods that take each string of a file by itself, so that some can be left out. */
export const takesOneByOne = (method: UploadMethod): boolean =>
  method === "translate" || method === "approve" || method === "fuzzy" || method === "suggest";

export interface UploadCounts {
  /** Strings of the file that are not known here. */
  notFound: number;
  /** Left as they were. */
  skipped: number;
  accepted: number;
  /** Strings in the file. */
  total: number;
}

export interface UploadResult extends UploadCounts {
  /** Texts of the language that were there and are not any more. */
  emptied: number;
  /** With it the upload is taken back; null when no string changed. */
  operation: string | null;
}

/** The operation an upload is in the ledger, and who is credited. */
export interface Run {
  operation: string;
  author: number | null;
}

const NEEDS = {
  translate: "unit.edit",
  approve: "unit.review",
  suggest: "suggestion.add",
  fuzzy: "unit.edit",
  replace: "component.edit",
  source: "source.edit",
  add: "unit.add",
} as const satisfies Record<UploadMethod, Permission>;

/** What an upload takes: `demandUpload` asks for these one by one. */
export function rightsOf({ isGlossary }: { isGlossary: boolean }, upload: Upload): Permission[] {
  const rights: Permission[] = [isGlossary ? "glossary.upload" : "upload.perform", NEEDS[upload.method]];
  if (upload.conflicts !== "" && upload.conflicts !== "ignore") rights.push("upload.overwrite");
  if (upload.conflicts === "replace-approved") rights.push("unit.review");
  return rights;
}

/** Refuses what the actor may not do with this upload. @throws Forbidden; Invalid on method, conflicts */
export async function demandUpload(actor: Actor, translation: TranslationRow, upload: Upload): Promise<void> {
  const scope = translationScope(translation);
  const { component } = translation;
  demand(actor, component.isGlossary ? "glossary.upload" : "upload.perform", scope);
  const signing = { agreement: component.agreement, componentId: component.id };
  const general = contributionDenial(actor, editLock(component), {
    agreementSigned: await inTransaction((tx) => agreementSigned(tx, actor, signing)),
  });
  if (general) throwDenial(general);
  const why = methodProblem(actor, translation, upload.method);
  if (why) throw Invalid.field("method", why, "invalid_choice");
  if (upload.conflicts !== "" && upload.conflicts !== "ignore" && !can(actor, "upload.overwrite", scope))
    throw Invalid.field("conflicts", refusal("mayNotOverwrite"), "invalid_choice");
  if (upload.conflicts === "replace-approved" && !can(actor, "unit.review", scope))
    throw Invalid.field("conflicts", refusal("mayNotOverwriteApproved"), "invalid_choice");
}

/** Methods that the actor can use for a translation. */
export function uploadMethodsFor(actor: Actor, translation: TranslationRow): UploadMethod[] {
  const { component } = translation;
  const format = findFormat(component.fileFormat);
  const adds = () => !manageDenial(actor, component, translation, "add", { agreementSigned: true, format });
  return UPLOAD_METHODS.filter((method) => !methodProblem(actor, translation, method) && (method !== "add" || adds()));
}

/** Whether the sources of a translation are what the program's code says. */
export const ownedByCode = ({ isSource, isTemplate }: Pick<TranslationRow, "isSource" | "isTemplate">): boolean =>
  isSource && !isTemplate;

/** Why the actor cannot use a method for a translation; whether strings can be added is asked once the file was read. */
function methodProblem(actor: Actor, translation: TranslationRow, method: UploadMethod): Refusal | undefined {
  const { component, workflow, isSource } = translation;
  const codeOwned = ownedByCode(translation);
  if (method === "source" && !codeOwned) return refusal("sourceUpload");
  if (codeOwned && method !== "source" && method !== "add") return refusal("sourcesFromCode");
  if (method === "replace" && !translation.filename) return refusal("translationNoFile");
  const { sourceReview, fourEyes } = component.project;
  if (method === "approve" && !reviewed({ isSource, sourceReview, translationReview: workflow.translationReview }))
    return refusal("reviewsOff");
  if (method === "approve" && fourEyes) return refusal("projectNobodyApprovesTexts");
  if (method === "suggest" && !workflow.enableSuggestions)
    return refusal("noSuggestions", { component: component.name });
  const need = NEEDS[method];
  return can(actor, need, translationScope(translation)) ? undefined : refusal("mayNotUpload", { method, need });
}

/**
 * Who is credited: the uploader, or with `upload.authorship` whoever the upload names. A placeholder, to which nobody can
 * sign in, stands for an unknown author; its address is what the uploader vouches for.
 */
export async function authorOf(actor: Actor, translation: TranslationRow, upload: Upload): Promise<number | null> {
  const own = ledgerUser(actor);
  if (!upload.authorEmail || !can(actor, "upload.authorship", translationScope(translation))) return own;
  if (!/^[^\s@<>]{1,64}@[^\s@<>]{1,125}$/.test(upload.authorEmail))
    throw Invalid.field("authorEmail", refusal("notMailAddress"));
  const name = (upload.authorName || upload.authorEmail).slice(0, 150).replace(/[<>\n\r\0]/g, " ");
  const found = cte(
    "found",
    sql`select ${pick(users, "id")} from ${users} where lower(${users.email}) = lower(${upload.authorEmail})`,
  );
  const made = cte(
    "made",
    sql`
      insert into ${users} ${eachRow(users, {
        username: sql`'placeholder-' || md5(lower(${upload.authorEmail}))`,
        fullName: name,
        email: upload.authorEmail,
        emailConfirmed: true,
        isActive: false,
      })}
      where not exists (select from ${found}) returning ${pick(users, "id")}`,
  );
  const row = await db.one(sql`
    with ${defined(found, made)} select ${pick(found, "id")} from ${found} union all select ${made.id} from ${made}`);
  return row?.id ?? own;
}
