import { addons, alerts } from "@/lib/generated/tables";
import { assigned, named } from "@/lib/platform/columns";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { asJson } from "@/lib/platform/expressions";
import { maskAddresses, maskWithin } from "@/lib/text/addresses";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { clearAlert, raiseAlert } from "../components/alerts";
import type { ComponentRow } from "../components/components";
import { type Sentence, worded } from "../errors";
import { type ActiveAddon, type ActivityLine, isEverywhere } from "./installed";
import { failureOf } from "./internal/said";

/** What add-ons did: the last runs of each, and an alert on the component while its last one failed. */

const KEPT_RUNS = 50;
const LONGEST_TEXT = 500;

interface AddonFailure {
  addon: number;
  name: string;
  event: string;
  error: string;
  said?: Refusal;
}

/** Writes down how a run on a component, or elsewhere, ended. Only what was done or failed is kept: a day without work leaves no line. */
export async function recordRun(
  active: Pick<ActiveAddon, "row" | "addon">,
  component: ComponentRow | undefined,
  event: string,
  result: { text: Sentence } | { error: unknown },
): Promise<void> {
  const failed = "error" in result;
  const { text, said } = told(failed ? sentence(result.error) : result.text);
  await inTransaction(async (tx) => {
    const everywhere = isEverywhere(active.row);
    // Of a whole installation each of its components would say so.
    if (text !== "" || (event === "installed" && !everywhere))
      await addLine(tx, active.row.id, {
        at: new Date().toISOString(),
        event,
        component: component ? `${everywhere ? `${component.project.slug}/` : ""}${component.slug}` : "",
        ok: !failed,
        ...(text === "" ? told(refusal("runNothing")) : { text, said }),
      });
    if (!component) return;
    await setFailure(
      tx,
      component,
      active.row.id,
      failed ? { addon: active.row.id, name: active.addon.name, event, error: text, said } : undefined,
    );
  });
}

/** A sentence as it is kept: in English, and as pages say it. Texts of others in it may be long, and name accounts. */
function told(sentence: Sentence): { text: string; said?: Refusal } {
  const { message, said } = worded(sentence);
  const text = maskAddresses(message).slice(0, LONGEST_TEXT);
  return said && message.length <= LONGEST_TEXT ? { text, said: maskWithin(said) } : { text };
}

const sentence = (error: unknown): Sentence => failureOf(error) || refusal("runNoReason");

async function addLine(tx: Tx, addonId: number, line: ActivityLine): Promise<void> {
  const log = sql`
    (select jsonb_agg(x.line order by x.place) from (
      select line, place from jsonb_array_elements(${JSON.stringify([line])}::jsonb || coalesce(${addons.state}->'log', '[]'))
      with ordinality as t(line, place) order by place limit ${KEPT_RUNS}) x)`;
  await tx.run(sql`
    update ${addons} set ${assigned(addons, { state: sql`jsonb_set(${addons.state}, '{log}', ${log})` })}
    where ${addons.id} = ${addonId}`);
}

/** One alert per component names every add-on whose last run there failed. */
async function setFailure(
  tx: Tx,
  component: ComponentRow,
  addonId: number,
  failure: AddonFailure | undefined,
): Promise<void> {
  const details = asJson<{ failures?: AddonFailure[] }>(alerts.details);
  const alert = await tx.one(sql`
    select ${named({ details })} from ${alerts}
    where ${alerts.componentId} = ${component.id} and ${alerts.kind} = 'AddonScriptError' for update`);
  if (!alert && !failure) return;
  const others = (alert?.details.failures ?? []).filter((one) => one.addon !== addonId);
  const failures = failure ? [...others, failure] : others;
  if (failures.length === 0) await clearAlert(tx, component.id, ["AddonScriptError"]);
  else if (failure || failures.length !== alert?.details.failures?.length)
    await raiseAlert(tx, component, "AddonScriptError", { failures });
}

/** Takes a removed add-on's failures off all components. */
export async function forgetFailures(tx: Tx, addonId: number): Promise<void> {
  const mine = JSON.stringify({ failures: [{ addon: addonId }] });
  const others = sql`
    jsonb_build_object('failures', coalesce(
      (select jsonb_agg(f) from jsonb_array_elements(${alerts.details}->'failures') f where (f->>'addon')::int <> ${addonId}), '[]'))`;
  await tx.run(sql`
    update ${alerts} set ${assigned(alerts, { details: others })}
    where ${alerts.kind} = 'AddonScriptError' and ${alerts.details} @> ${mine}::jsonb`);
  await tx.run(sql`
    delete from ${alerts} where ${alerts.kind} = 'AddonScriptError' and ${alerts.details} = '{"failures": []}'::jsonb`);
}
