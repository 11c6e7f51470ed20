import { sql, type Tx } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { denial } from "../access/demand";
import { type ComponentRow, placeOf } from "../components/components";
import type { Denial } from "../errors";
import { COMMIT_NAME, commitEmail } from "../users/commit-identity";
import { contributionDenial } from "./may-edit";

/** What a component's format can do with strings, looked up by the caller. */
export interface FormatAbilities {
  canAdd: boolean;
  canRemove: boolean;
}

const notSupported = (text: string): Denial => ({ reason: "not-supported", text });

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
  const missing = denial(actor, permission, { ...placeOf(component), languageId: translation.languageId });
  if (missing) return missing;
  const general = contributionDenial(
    actor,
    { componentLocked: component.locked, lockReason: component.lockReason, componentName: component.name },
    given,
  );
  if (general) return general;
  const verb = what === "add" ? "added" : "removed";
  if (!component.manageUnits)
    return notSupported(`Strings of ${component.name} are not managed here: they change in the repository.`);
  if (component.template && !translation.isSource)
    return notSupported(`Strings of ${component.name} are ${verb} in its source language; the others follow.`);
  if (component.template && !component.editTemplate)
    return notSupported(`The base file of ${component.name} may not be edited here.`);
  if (what === "add" ? !given.format?.canAdd : !given.format?.canRemove)
    return notSupported(`Strings of this file format cannot be ${verb}.`);
  return undefined;
}

/** One row of work for the files. */
export interface FileWish {
  translationId: number;
  unitId: number | null;
  kind: "add" | "remove";
  idHash: string;
  context: string;
  sources: readonly string[];
  targets: readonly string[];
  state: number;
}

/** Writes what the files are to become, in the name of a user (null: Loquat's own). */
export async function wishForFiles(tx: Tx, userId: number | null, wishes: readonly FileWish[]): Promise<void> {
  if (wishes.length === 0) return;
  const rows = wishes.map((wish, place) => ({
    place,
    translation_id: wish.translationId,
    unit_id: wish.unitId,
    kind: wish.kind,
    id_hash: wish.idHash,
    context: wish.context,
    sources: wish.sources,
    targets: wish.targets,
    state: wish.state,
  }));
  await tx.run(sql`
    insert into pending_changes (translation_id, unit_id, kind, id_hash, context, sources, targets, state, author_id, author_name, author_email)
    select e.translation_id, e.unit_id, e.kind, e.id_hash::bigint, e.context, array(select jsonb_array_elements_text(e.sources)),
      array(select jsonb_array_elements_text(e.targets)), e.state, a.id, ${COMMIT_NAME}, ${commitEmail()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e(place int, translation_id int, unit_id bigint, kind text, id_hash text, context text, sources jsonb, targets jsonb, state smallint)
    left join users a on a.id = ${userId} order by e.place`);
}
