import { components, pendingChanges, sourceUnits, translations, units, users } from "@/lib/generated/tables";
import { columnsOf, eachRow, recordset } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { TYPE } from "@/lib/platform/expressions";
import type { UnitState } from "@/lib/text/codes";
import { findFormat } from "@/lib/text/formats/registry";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { denial } from "../access/demand";
import { denied } from "../access/denied";
import { type ComponentRow, scopeOf } from "../components/components";
import { editLock } from "../components/edit-lock";
import type { Denial } from "../errors";
import { commitEmailIn, commitNameIn } from "../users/commit-identity";
import { contributionDenial } from "./may-edit";

const [p, a] = [pendingChanges.as("p"), users.as("a")];
const [s, u] = [sourceUnits.as("s"), units.as("u")];
const [t, c] = [translations.as("t"), components.as("c")];

/** What a component's format can do with strings, looked up by the caller. */
export interface FormatAbilities {
  canAdd: boolean;
  canRemove: boolean;
}

const notSupported = (said: Refusal): Denial => denied("not-supported", said);

/**
 * Why the actor may not add strings to a language of a component, or remove them, or undefined; the contract 6.7.
 * @param agreementSigned whether the actor has signed the component's agreement, or none is asked for
 */
export function manageDenial(
  actor: Actor,
  component: ComponentRow,
  translation: { languageId: number; isSource: boolean },
  what: "add" | "delete",
  given: { agreementSigned: boolean; format: FormatAbilities | undefined },
): Denial | undefined {
  const permission = component.isGlossary ? (`glossary.${what}` as const) : (`unit.${what}` as const);
  const missing = denial(actor, permission, { ...scopeOf(component), languageId: translation.languageId });
  if (missing) return missing;
  const general = contributionDenial(actor, editLock(component), given);
  if (general) return general;
  const adds = what === "add";
  const named = { component: component.name };
  if (!component.manageUnits) return notSupported(refusal("stringsByRepository", named));
  if (component.template && !translation.isSource)
    return notSupported(adds ? refusal("addedInSourceLanguage", named) : refusal("removedInSourceLanguage", named));
  if (component.template && !component.editTemplate) return notSupported(refusal("baseNotEdited", named));
  if (adds ? !given.format?.canAdd : !given.format?.canRemove)
    return notSupported(adds ? refusal("formatNoAdding") : refusal("formatNoRemoving"));
  return undefined;
}

/**
 * Whether pages offer to add strings to a language of a component, or to remove them. An agreement that is not signed is told
 * where the act begins.
 * @param language the source language of the component when left out
 */
export function mayManage(
  actor: Actor,
  component: ComponentRow,
  what: "add" | "delete",
  language: { languageId: number; isSource: boolean } = { languageId: component.sourceLanguageId, isSource: true },
): boolean {
  const format = findFormat(component.fileFormat);
  return manageDenial(actor, component, language, what, { agreementSigned: true, format }) === undefined;
}

/** What a file is to become: one string of it. */
export interface FileChange {
  kind: "edit" | "add" | "remove";
  translationId: number;
  unitId: number | null;
  idHash: string;
  context: string;
  sources: string[];
  targets: string[];
  state: UnitState;
  /** What is said of the translation; left out it is what was said before. */
  explanation?: string;
}

const GIVEN = ["kind", "translationId", "unitId", "context", "sources", "targets", "state"] as const;
const CHANGE = { ...columnsOf(p, ...GIVEN, "explanation"), idHash: TYPE.hash, place: TYPE.number };

/** Writes what the files are to become, in the name of a user (null: Loquat's own). */
export async function changeFiles(tx: Tx, userId: number | null, changes: readonly FileChange[]): Promise<void> {
  if (changes.length === 0) return;
  const e = recordset(
    "e",
    CHANGE,
    changes.map((change, place) => ({ ...change, explanation: change.explanation ?? null, place })),
  );
  // A pull may have renamed the key of a string while its row was waited for.
  const now = (present: Sql, given: Sql) =>
    sql`case when ${e.kind} = 'edit' then coalesce(${present}, ${given}) else ${given} end`;
  await tx.run(sql`
    insert into ${p} ${eachRow(p, {
      ...columnsOf(e, ...GIVEN),
      context: now(s.context, e.context),
      idHash: now(s.idHash, e.idHash),
      explanation: sql`coalesce(${e.explanation}, nullif(${u.explanation}, ''))`,
      authorId: a.id,
      authorName: commitNameIn(c.projectId),
      authorEmail: commitEmailIn(c.projectId),
    })}
    from ${e} left join ${a} on ${a.id} = ${userId}
      left join ${t} on ${t.id} = ${e.translationId} left join ${c} on ${c.id} = ${t.componentId}
      left join ${u} on ${u.id} = ${e.unitId} left join ${s} on ${s.id} = ${u.sourceId} order by ${e.place}`);
}
