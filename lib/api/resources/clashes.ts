import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import type { Decision, DecisionOutcome } from "@/lib/domain/clashes/decide";
import { type ClashRow, type ClashScope, listClashes } from "@/lib/domain/clashes/list";
import { clashReason } from "@/lib/domain/clashes/reasons";
import { Invalid } from "@/lib/domain/errors";
import type { Window } from "@/lib/domain/window";
import { CLASH_KINDS } from "@/lib/text/codes";
import { checksumOf } from "@/lib/text/hash";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, type Listed, pageOf, schema } from "../endpoint";
import { address, int32, longIdPart, timestamp, verbatim } from "../fields";
import { moment } from "../json";
import { nextPage } from "../next-page";
import { componentParams } from "./components";
import { userLink } from "./links";
import { projectParams } from "./projects";
import { translationParams } from "./translations";

/** Strings that were changed here and upstream; the contract 4.22. */

const Written = z.object({
  target: z.array(z.string()).describe("Empty where there was no string."),
  state: z.int(),
  name: z.string(),
  user: address.nullable(),
  timestamp: timestamp.nullable(),
});

export const Clash = schema(
  "Clash",
  z.object({
    id: z.int(),
    unit: address.nullable(),
    translation: address,
    language_code: z.string(),
    context: z.string(),
    source: z.array(z.string()),
    kind: z.enum(CLASH_KINDS),
    reason: z.string(),
    before: z.array(z.string()).describe("What both sides knew."),
    translator: Written.describe("Who saved a text here, and which."),
    upstream_author: Written.extend({ commit: z.string() }).describe("Who wrote a text upstream, and which."),
    rule: z.enum(["theirs", "ours", "ask"]),
    decision: z.enum(["theirs", "ours", "other", "overtaken"]).nullable(),
    decided_by: address.nullable().describe("Null where the rule decided."),
    decided: timestamp.nullable(),
    timestamp,
    url: address,
    web_url: address.nullable(),
  }),
);

const query = z.object({
  status: z.enum(["open", "decided"]).optional().describe("`open` clashes wait for a person."),
  language: z.string().max(50).optional(),
  before: longIdPart.optional().describe("Only clashes older than the one with this id; `next` uses it."),
});

export type ClashQuery = z.output<typeof query>;

const tag = "Clashes";
const description = "Newest first.";

export const listComponentClashes = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/clashes/",
  tag,
  summary: "Strings of a component that were changed here and upstream",
  description,
  params: componentParams,
  query,
  answer: pageOf(Clash),
});
export const listProjectClashes = endpoint({
  method: "GET",
  path: "/api/projects/{project}/clashes/",
  tag,
  summary: "Strings of a project that were changed here and upstream",
  description,
  params: projectParams,
  query,
  answer: pageOf(Clash),
});
export const listTranslationClashes = endpoint({
  method: "GET",
  path: "/api/translations/{project}/{component}/{language}/clashes/",
  tag,
  summary: "Strings of a translation that were changed here and upstream",
  description,
  params: translationParams,
  query: query.omit({ language: true }),
  answer: pageOf(Clash),
});

const Selected = z.object({
  status: z.enum(["open", "decided"]).optional(),
  language: z.string().max(50).optional(),
});

const DecidedClashes = schema(
  "DecidedClashes",
  z.object({
    decided: z.array(z.int()),
    skipped: z.array(
      z.object({
        id: z.int(),
        reason: z.enum(["decided", "changed", "gone", "denied", "invalid"]),
        message: z.string(),
      }),
    ),
    more: z.boolean().describe("Whether the filter finds further clashes: send the request again."),
  }),
);

export const decideComponentClashes = endpoint({
  method: "POST",
  path: listComponentClashes.path,
  tag,
  summary: "Decide clashes",
  description:
    "Those with these ids, or those that a filter finds, at most 1000 at once. Clashes that cannot be decided are skipped.",
  permission: "unit.edit for each string",
  params: componentParams,
  body: z.object({
    decision: z.enum(["theirs", "ours"]),
    ids: z.array(longIdPart).min(1).max(1000).optional(),
    filter: Selected.optional(),
  }),
  answer: DecidedClashes,
  status: 200,
});

const DecisionBody = z.object({
  decision: z.enum(["theirs", "ours", "other"]),
  target: verbatim(z.array(verbatim(z.string().max(1_000_000))).max(20)).optional(),
  state: int32.optional(),
});

const clashParams = componentParams.extend({ id: longIdPart });

export const readClash = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/clashes/{id}/",
  tag,
  summary: "Clash",
  params: clashParams,
  answer: Clash,
});
export const decideComponentClash = endpoint({
  method: "POST",
  path: readClash.path,
  tag,
  summary: "Decide a clash",
  description:
    "The decision is saved like any other translation. With `other`, target is the text and state its state.",
  permission: "unit.edit",
  params: clashParams,
  body: DecisionBody,
  refusals: { 409: "The clash was decided already, or its string was changed since." },
  answer: Clash,
  status: 200,
});

/** A clash as the outside sees it. */
export function presentClash(row: ClashRow): Answer<typeof Clash> {
  return {
    id: row.id,
    unit: row.unitId === null ? null : urls.unit(row.unitId),
    translation: urls.translation(row).api,
    language_code: row.languageCode,
    context: row.context,
    source: row.sources,
    kind: row.kind,
    reason: clashReason(row),
    before: row.baseTargets,
    translator: {
      target: row.translatorTargets,
      state: row.translatorState,
      name: row.translatorName,
      user: userLink(row.translator),
      timestamp: moment(row.translatedAt),
    },
    upstream_author: {
      target: row.upstreamTargets,
      state: row.upstreamState,
      name: row.upstreamAuthorName,
      user: userLink(row.upstreamAuthor),
      timestamp: moment(row.committedAt),
      commit: row.commit,
    },
    rule: row.rule,
    decision: row.decision,
    decided_by: userLink(row.decider),
    decided: moment(row.decidedAt),
    timestamp: moment(row.createdAt),
    url: urls.clash(row, row.id),
    web_url: row.idHash === null ? null : urls.unitPage(row, checksumOf(BigInt(row.idHash))),
  };
}

/** A page of clashes, each followed by a link that no newer clash shifts. */
export async function clashesOf(
  actor: Actor,
  scope: ClashScope,
  { before, ...filter }: ClashQuery,
  window: Window,
  request: Request,
): Promise<Listed<Answer<typeof Clash>>> {
  const { rows, count } = await listClashes(actor, scope, filter, window, before);
  const last = rows.length === window.limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(presentClash),
    count,
    links: { next: nextPage(request, "before", last?.id), previous: null },
  };
}

/** What a body says of one clash. @throws Invalid */
export function decisionOf({ decision, target, state }: z.output<typeof DecisionBody>): Decision {
  if (decision !== "other") return { text: decision };
  if (target === undefined) throw Invalid.field("target", refusal("clashTextMissing"), "required");
  return { text: "other", targets: target, state: state ?? 20 };
}

export const presentOutcome = ({ decided, skipped, more }: DecisionOutcome): Answer<typeof DecidedClashes> => ({
  decided,
  skipped: skipped.map(({ id, reason, message }) => ({ id, reason, message })),
  more,
});
