import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { type BulkPlan, findPlan, makePlan, type PlannedString, planStrings } from "@/lib/domain/bulk/plan";
import { planTranslation } from "@/lib/domain/bulk/plan-translation";
import { ACTS, type Wish } from "@/lib/domain/bulk/wish";
import { Invalid } from "@/lib/domain/errors";
import { OTHERS } from "@/lib/domain/machinery/auto-translate";
import { AUTO_MODES } from "@/lib/domain/machinery/candidates";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { planUndo, undoOperation } from "@/lib/domain/undo/undo";
import type { UnitState } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { absolute } from "@/lib/urls/paths";
import { type Answer, endpoint, type Listed, pageOf, schema } from "../endpoint";
import { address, int32, longIdPart, timestamp, verbatim } from "../fields";
import { moment } from "../json";
import { presentUndoPlan, UndoResult } from "./operations";
import { presentUnit, Unit } from "./units";

/** Changes of many strings: a plan, which changes nothing, and carrying it out; the contract 3.8.1. */

const tag = "Bulk edits";
const params = z.object({ id: z.string().max(60) });
const ids = (most: number) => z.array(longIdPart).max(most);
const labelIds = z.array(int32).max(200).default([]);

const BulkEditInput = z.object({
  path: z
    .string()
    .min(1)
    .max(1000)
    .describe("Where: project, project/-/language, project/category, project/component or project/component/language."),
  action: z.enum(ACTS),
  q: z.string().max(10_000).default("").describe("A search for the strings. Default: all of them."),
  units: ids(10_000).optional().describe("Only these strings, instead of a search."),
  find: verbatim(z.string().max(2000).default("")).describe("replace: what to look for."),
  replacement: verbatim(z.string().max(10_000).default("")),
  regex: z.boolean().default(false).describe("replace: find is a regular expression (RE2); $1 to $9 name its groups."),
  match_case: z.boolean().default(false),
  whole_words: z.boolean().default(false),
  state: int32.optional().describe("edit: state of the translations: 10, 11, 12, 20 or 30."),
  add_flags: z.string().max(2000).default("").describe("edit: flags of the source strings."),
  remove_flags: z.string().max(2000).default(""),
  add_labels: labelIds.describe("edit: ids of labels of the source strings."),
  remove_labels: labelIds,
  checks: z.array(z.string().max(100)).max(200).default([]).describe("dismiss: checks whose findings count no longer."),
  user: z.string().max(150).default("").describe("revert: whose changes are taken back."),
  since: z.string().max(40).default("").describe("revert: from when on, a day or a moment."),
  mode: z.enum(AUTO_MODES).default("suggest").describe("translate: what becomes of the texts."),
  sources: z
    .array(z.string().max(100))
    .max(50)
    .default([])
    .describe("translate: where texts are looked for, in this order: others (other components), or services."),
  component: z.string().max(1000).default("").describe("translate: the component that others means. Default: all."),
  threshold: z.int().min(1).max(100).default(80).describe("translate: least quality of what services say."),
  approve: z.boolean().default(false).describe("accept: whether the suggestions are approved at once."),
});

const Skipped = z.record(z.string(), z.int());

const BulkEditPlan = schema(
  "BulkEditPlan",
  z.object({
    id: z.string(),
    path: z.string(),
    action: z.enum(ACTS),
    q: z.string(),
    timestamp,
    found: z.int().describe("Strings that were looked at."),
    changes: z.int().describe("Strings that change when the plan is carried out."),
    left_out: z.int().describe("Strings of the plan that stay: approved ones, as long as nobody takes them in."),
    approved: z.int(),
    failing: z.int().describe("Strings that would fail a check afterwards, of the first `checked` ones."),
    checked: z.int(),
    conflicts: z.int().describe("Strings that somebody has changed since the plan was made. They will stay."),
    skipped: Skipped.describe("Strings that stay, by reason."),
    replaced: z.int().describe("translate: existing translations that are replaced."),
    damaged: z.int().describe("translate: texts that lost a placeholder. They will need editing, or are suggestions."),
    making: z
      .object({
        completed: z.boolean(),
        looked_at: z.int(),
        total: z.int(),
        problems: z.record(z.string(), z.string()).describe("What did not work, by source."),
        task_url: address,
      })
      .nullable()
      .describe("translate: a task makes the plan. It can be carried out when it is complete."),
    strings_url: address,
    url: address,
    task_url: address.nullable().describe("The task that carries it out."),
    result: z
      .object({
        completed: z.boolean(),
        changed: z.int(),
        skipped: Skipped,
        left: z.array(z.object({ unit: z.int(), reason: z.string() })).describe("The first 200 that stayed, and why."),
      })
      .nullable(),
  }),
);

const PlannedEdit = schema(
  "PlannedEdit",
  z.object({
    unit: Unit,
    target: z.array(z.string()).nullable().describe("The texts that it gets, where these change."),
    state: z.int().nullable(),
    extra_flags: z.string().nullable(),
    labels: z.array(z.int()).nullable(),
    dismissed: z.array(z.string()).describe("Checks whose findings count no longer."),
    suggestion: address.nullable().describe("The suggestion that is accepted."),
    suggested: z.array(z.string()).nullable().describe("The texts that are suggested."),
    origin: z
      .object({
        source: z.string().describe("others, or the service."),
        component: z.string().nullable().describe("The component that has the text."),
        quality: z.int().nullable(),
        lost: z.array(z.string()).describe("Placeholders that the text lost or made up."),
      })
      .nullable(),
    removed: z.boolean(),
    failing: z.array(z.string()).describe("Checks that it would fail."),
    included: z.boolean(),
    skipped: z.string().nullable().describe("Why it stays after all."),
  }),
);

export const createBulkEdit = endpoint({
  method: "POST",
  path: "/api/bulk-edits/",
  tag,
  summary: "Plan a change of many strings",
  description: "Changes nothing. The plan is kept for a day; carry it out with apply/.",
  permission: "unit.edit to replace, translation.auto to translate, else unit.bulk_edit",
  body: BulkEditInput,
  answer: BulkEditPlan,
  status: 201,
});
export const readBulkEdit = endpoint({
  method: "GET",
  path: "/api/bulk-edits/{id}/",
  tag,
  summary: "A plan of one's own, and what came of it",
  params,
  answer: BulkEditPlan,
  signedIn: true,
});
export const listBulkEditStrings = endpoint({
  method: "GET",
  path: "/api/bulk-edits/{id}/strings/",
  tag,
  summary: "Strings of a plan, before and after",
  params,
  query: z.object({ after: z.int().min(0).max(1_000_000).default(0).describe("The place, as in `next`.") }),
  answer: pageOf(PlannedEdit),
  signedIn: true,
});
export const applyBulkEdit = endpoint({
  method: "POST",
  path: "/api/bulk-edits/{id}/apply/",
  tag,
  summary: "Carry out a plan",
  description:
    "Starts a task. Strings that somebody has changed since the plan was made stay as they are and are named in its result.",
  permission: "what each change takes",
  params,
  body: z.object({
    leave_out: ids(10_000).default([]).describe("Strings that stay as they are."),
    include: ids(10_000).default([]).describe("Strings that are taken in again, such as approved ones."),
  }),
  answer: BulkEditPlan,
  status: 202,
  refusals: { 409: "It is still being made, or is carried out already and strings were to be left out or taken in." },
});
export const undoBulkEdit = endpoint({
  method: "POST",
  path: "/api/bulk-edits/{id}/undo/",
  tag,
  summary: "Undo a change of many strings",
  description: "The same as undoing its operation at a component; for 30 days.",
  permission: "what the change takes",
  params,
  query: z.object({ dry_run: z.boolean().default(false).describe("Only tell what the undo would do.") }),
  answer: UndoResult,
  status: 200,
  refusals: { 409: "It was undone already, or is older than 30 days." },
});

/** Makes the plan that a request asks for, or begins to. */
export async function planOfRequest(actor: Actor, body: z.output<typeof BulkEditInput>): Promise<BulkPlan> {
  const place = await resolvePath(actor, body.path.split("/"));
  const wish = wishOf(body);
  if (wish.act !== "translate") return makePlan(actor, place, { wish, q: body.q, ids: body.units });
  if (body.units) throw Invalid.field("units", refusal("autoSearchOnly"));
  return planTranslation(actor, place, wish, body.q);
}

function wishOf(body: z.output<typeof BulkEditInput>): Wish {
  switch (body.action) {
    case "replace": {
      const { find, replacement, regex } = body;
      return { act: "replace", find, replacement, regex, matchCase: body.match_case, wholeWords: body.whole_words };
    }
    case "edit":
      return {
        act: "edit",
        // Whether there is such a state is for the domain to say.
        state: body.state as UnitState | undefined,
        addFlags: body.add_flags,
        removeFlags: body.remove_flags,
        addLabels: body.add_labels,
        removeLabels: body.remove_labels,
      };
    case "dismiss":
      return { act: "dismiss", checks: body.checks };
    case "accept":
      return { act: "accept", approve: body.approve };
    case "remove":
      return { act: "remove" };
    case "revert":
      return { act: "revert", user: body.user, since: body.since };
    case "translate": {
      const { mode, sources, component, threshold } = body;
      return { act: "translate", mode, sources, component, threshold };
    }
  }
}

const known = (skipped: Partial<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(skipped).flatMap(([reason, count]) => (count ? [[reason, count]] : [])));

export function presentPlan(plan: BulkPlan): Answer<typeof BulkEditPlan> {
  const { id, path, asked, counts, progress, taskId, making } = plan;
  const made = making?.done !== false;
  const { api, strings } = urls.bulkEdit(id);
  return {
    id,
    path,
    action: asked.wish.act,
    q: asked.q,
    timestamp: moment(plan.createdAt),
    found: counts.found,
    changes: made ? plan.strings - plan.out : 0,
    left_out: plan.out,
    approved: counts.approved,
    failing: counts.failing,
    checked: counts.checked,
    conflicts: plan.changedSince,
    skipped: known(counts.skipped),
    replaced: counts.replaced ?? 0,
    damaged: counts.damaged ?? 0,
    making: making && {
      completed: making.done,
      looked_at: making.at,
      total: making.total,
      problems: making.problems,
      task_url: urls.task(making.task).api,
    },
    strings_url: strings,
    url: api,
    task_url: taskId === null ? null : urls.task(taskId).api,
    result: progress && {
      completed: progress.done,
      changed: progress.changed,
      skipped: known(progress.skipped),
      left: progress.left,
    },
  };
}

function presentString({ unit, change, failing, ticked, skip }: PlannedString): Answer<typeof PlannedEdit> {
  const { edit, about, checks = [], suggestion, suggested, origin, removed = false } = change ?? {};
  return {
    unit: presentUnit(unit),
    target: edit?.targets ?? null,
    state: edit?.state ?? null,
    extra_flags: about?.extraFlags ?? null,
    labels: about?.labelIds ?? null,
    dismissed: checks,
    suggestion: suggestion ? urls.suggestion(suggestion.id) : null,
    suggested: suggested ?? null,
    origin: origin
      ? {
          source: origin.source.engine ?? OTHERS,
          component: origin.source.path ?? null,
          quality: origin.source.quality ?? null,
          lost: origin.lost,
        }
      : null,
    removed,
    failing,
    included: ticked && skip === undefined,
    skipped: skip ?? null,
  };
}

/** A page of the strings of a plan. */
export async function stringsOf(
  actor: Actor,
  id: string,
  after: number,
  limit: number,
  request: Request,
): Promise<Listed<Answer<typeof PlannedEdit>>> {
  const plan = await findPlan(actor, id);
  const rows = await planStrings(actor, plan, { from: after, limit });
  const at = (place: number) => {
    const url = new URL(request.url);
    url.searchParams.set("after", String(place));
    url.searchParams.sort();
    return absolute(url.pathname + url.search);
  };
  const next = after + limit < plan.strings ? at(after + limit) : null;
  const previous = after > 0 ? at(Math.max(0, after - limit)) : null;
  return { items: rows.map(presentString), count: plan.strings, links: { next, previous } };
}

/** Undoes what came of a plan, or tells what that would do. */
export async function undoPlan(actor: Actor, id: string, dryRun: boolean): Promise<Answer<typeof UndoResult>> {
  const plan = await findPlan(actor, id);
  return dryRun ? presentUndoPlan(await planUndo(actor, plan.id)) : undoOperation(actor, plan.id);
}
