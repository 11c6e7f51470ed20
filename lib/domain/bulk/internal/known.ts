import { agreements, bulkProposals, changes, sourceUnitLabels, suggestions, votes } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { type Connection, sql } from "@/lib/platform/database";
import { anyOf, asJson, asNumber, asNumbers, asText, orNull } from "@/lib/platform/expressions";
import type { Actor } from "../../access/actor";
import { ACTION, actionCodes } from "../../change-actions";
import { componentsById } from "../../components/components";
import type { EditableUnit } from "../../units/units";
import type { ReadyWish } from "../wish";
import type { Known, ProposalDetails } from "./decide";

const [a, x] = [agreements.as("a"), sourceUnitLabels.as("x")];
const [m, o] = [changes.as("m"), changes.as("o")];
const r = bulkProposals.as("r");
const [g, v] = [suggestions.as("g"), votes.as("v")];

/** Reads what strings are looked at with, beside themselves: the same few statements for however many. */
export async function knownOf(
  on: Connection,
  actor: Actor,
  ready: ReadyWish,
  units: readonly EditableUnit[],
  { chosen, plan }: { chosen?: readonly number[]; plan?: string } = {},
): Promise<Known> {
  const { wish } = ready;
  const components = [...new Set(units.map((unit) => unit.componentId))];
  return {
    signed: await signedOf(on, actor, units),
    labels: ready.marks ? await labelsOf(on, units) : new Map(),
    former: ready.reverted ? await formerOf(on, units, ready.reverted) : new Map(),
    proposals: plan === undefined ? new Map() : await proposalsOf(on, plan, units),
    choices: wish.act === "accept" ? await choicesOf(on, units, chosen) : new Map(),
    components:
      wish.act === "remove"
        ? new Map((await componentsById(actor, components)).map((one) => [one.id, one]))
        : new Map(),
  };
}

async function signedOf(on: Connection, actor: Actor, units: readonly EditableUnit[]): Promise<Known["signed"]> {
  const asking = [...new Set(units.flatMap((unit) => (unit.agreement ? [unit.componentId] : [])))];
  if (asking.length === 0) return new Set();
  const rows = await on.rows(sql`
    select ${pick(a, "componentId")} from ${a} where ${a.userId} = ${actor.userId} and ${anyOf(a.componentId, asking)}`);
  return new Set(rows.map(({ componentId }) => componentId));
}

async function labelsOf(on: Connection, units: readonly EditableUnit[]): Promise<Known["labels"]> {
  const ids = units.flatMap((unit) => (unit.isSource ? [unit.sourceId] : []));
  const rows = await on.rows(sql`
    select ${pick(x, "sourceId")}, ${named({ labels: asNumbers(sql`array_agg(${x.labelId} order by ${x.labelId})`) })}
    from ${x} where ${anyOf(x.sourceId, ids)} group by ${x.sourceId}`);
  return new Map(rows.map(({ sourceId, labels }) => [sourceId, labels]));
}

/** Actions that say what a string says. */
const SAYING = [
  ...new Set([
    ...actionCodes("revertable"),
    ACTION.STRING_ADDED,
    ACTION.BULK_STATUS_CHANGED,
    ACTION.SOURCE_STRING_CHANGED,
  ]),
];

/** What strings said before the last things that somebody did to them, one after the other. */
async function formerOf(
  on: Connection,
  units: readonly EditableUnit[],
  { userId, since }: NonNullable<ReadyWish["reverted"]>,
): Promise<Known["former"]> {
  const ids = units.map((unit) => unit.id);
  const others = sql`
    select max(${o.id}) from ${o}
    where ${o.unitId} = ${m.unitId} and ${anyOf(o.action, SAYING)} and (${o.userId} is distinct from ${userId} or ${o.at} < ${since})`;
  const rows = await on.rows(sql`
    select ${pick(m, "unitId")}, ${named({
      old: asText(sql`(array_agg(${m.old} order by ${m.id}))[1]`),
      oldState: orNull(asNumber(sql`(array_agg((${m.details} ->> 'old_state')::int order by ${m.id}))[1]`)),
      left: asText(sql`(array_agg(${m.target} order by ${m.id} desc))[1]`),
    })} from ${m}
    where ${anyOf(m.unitId, ids)} and ${m.userId} = ${userId} and ${m.at} >= ${since} and ${anyOf(m.action, SAYING)}
      and ${m.id} > coalesce((${others}), 0)
    group by ${m.unitId}`);
  return new Map(rows.flatMap(({ unitId, ...said }) => (unitId === null ? [] : [[unitId, said] as const])));
}

/** The texts that a plan has found. */
async function proposalsOf(on: Connection, plan: string, units: readonly EditableUnit[]): Promise<Known["proposals"]> {
  const ids = units.map((unit) => unit.id);
  const rows = await on.rows(sql`
    select ${pick(r, "unitId", "version", "targets")}, ${named({ details: asJson<ProposalDetails>(r.details) })} from ${r}
    where ${r.planId} = ${plan} and ${anyOf(r.unitId, ids)}`);
  return new Map(rows.map(({ unitId, ...proposal }) => [unitId, proposal]));
}

/** The suggestion of each string with the most votes, the newest of several; of those that were chosen, when some were. */
async function choicesOf(
  on: Connection,
  units: readonly EditableUnit[],
  chosen: readonly number[] | undefined,
): Promise<Known["choices"]> {
  const ids = units.flatMap((unit) => (unit.suggested ? [unit.id] : []));
  const rows = await on.rows(sql`
    select distinct on (${g.unitId}) ${pick(g, "unitId", "id", "userId", "targets", "cause")} from ${g}
    where ${anyOf(g.unitId, ids)} ${chosen ? sql`and ${anyOf(g.id, chosen)}` : sql``}
    order by ${g.unitId}, (select coalesce(sum(${v.value}), 0) from ${v} where ${v.suggestionId} = ${g.id}) desc, ${g.createdAt} desc, ${g.id} desc`);
  return new Map(rows.map(({ unitId, ...choice }) => [unitId, choice]));
}
