import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { Invalid } from "@/lib/domain/errors";
import { findLanguage } from "@/lib/domain/languages/languages";
import { isLostCursor, LOSSES, type LostText as Lost, listLost } from "@/lib/domain/lost/list";
import { MOST_PUT_BACK, type PutBackOutcome } from "@/lib/domain/lost/put-back";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { refusal } from "@/lib/text/messages/refusal";
import { absolute } from "@/lib/urls/paths";
import { type Answer, endpoint, type Listed, pageOf, schema } from "../endpoint";
import { longIdPart } from "../fields";
import { Change, presentChange } from "./changes";
import { userLink } from "./links";

/** Texts that are nowhere any more; the contract 3.9.1. */

const tag = "Changes";
const path = z
  .string()
  .min(1)
  .max(1000)
  .describe("Where: project, project/-/language, project/category, project/component or project/component/language.");

const LostText = schema(
  "LostText",
  z.object({
    id: z.int().describe("The change that tells of the loss."),
    loss: z.enum(LOSSES),
    target: z.array(z.string()),
    state: z.int(),
    author: z.string().nullable().describe("Address of whose text it was; null for one that a file brought."),
    change: Change,
  }),
);

const query = z.object({
  path,
  loss: z.enum(LOSSES).optional(),
  cause: z.string().max(20).optional(),
  user: z.string().max(150).optional(),
  language: z.string().max(50).optional(),
  before: z.string().max(40).optional().describe("The place before which the page begins, as in `next`."),
});

export const listLostTexts = endpoint({
  method: "GET",
  path: "/api/lost/",
  tag,
  summary: "Texts that are nowhere any more",
  description:
    "Of strings that were removed, replaced by a file or an automatism, and suggestions that were rejected. Newest first.",
  query,
  answer: pageOf(LostText),
  signedIn: true,
});

const PutBackResult = schema(
  "PutBackResult",
  z.object({
    operation: z.string().nullable(),
    done: z.array(z.int()),
    left: z.array(z.object({ id: z.int(), why: z.string() })),
  }),
);

export const putBackTexts = endpoint({
  method: "POST",
  path: "/api/lost/put-back/",
  tag,
  summary: "Put lost texts back",
  description: "An operation, which can be undone. What is no longer lost is left alone.",
  permission: "unit.edit, unit.add or suggestion.add, by the text",
  body: z.object({ path, ids: z.array(longIdPart).min(1).max(MOST_PUT_BACK) }),
  answer: PutBackResult,
  status: 200,
});

/** What became of texts that were to be put back. */
export const presentPutBack = ({ operation, done, left }: PutBackOutcome): Answer<typeof PutBackResult> => ({
  operation,
  done,
  left: left.map(({ id, why }) => ({ id, why: why.message })),
});

function present({ change, loss, targets, state, author }: Lost): Answer<typeof LostText> {
  const writer = author && userLink(author.username);
  return { id: change.id, loss, target: targets, state, author: writer, change: presentChange(change) };
}

/** A page of lost texts; each page says where the next one begins, so that new losses move nothing. */
export async function lostTexts(
  actor: Actor,
  { path: slugs, language, before, ...filter }: z.output<typeof query>,
  limit: number,
  request: Request,
): Promise<Listed<Answer<typeof LostText>>> {
  if (before !== undefined && !isLostCursor(before)) throw Invalid.field("before", refusal("apiNotPlace"));
  const place = await resolvePath(actor, slugs.split("/"));
  const languageId = language ? (await findLanguage(language)).id : undefined;
  const { rows, more } = await listLost(actor, place, { ...filter, languageId }, { before, limit });
  const next = () => {
    const url = new URL(request.url);
    url.searchParams.set("before", rows.at(-1)?.cursor ?? "");
    url.searchParams.sort();
    return absolute(url.pathname + url.search);
  };
  return { items: rows.map(present), count: rows.length, links: { next: more ? next() : null, previous: null } };
}
