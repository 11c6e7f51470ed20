import { z } from "zod";
import { COMMENT_SCOPES, type CommentRow, MOST_CHARACTERS, scopeOfComment } from "@/lib/domain/discussion/comments";
import type { SuggestionRow, VoteOutcome } from "@/lib/domain/discussion/suggestions";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, longIdPart, momentInput, timestamp, verbatim } from "../fields";
import { moment, stringify } from "../json";
import type { OwnWord } from "../own-words";
import { userLink } from "./links";

/** What people say about strings: comments and suggestions; the contract 3.8, 3.15 and 4.20. */

export const Comment = schema(
  "Comment",
  z.object({ id: z.int(), comment: z.string(), timestamp, user: address.nullable() }),
);

export const CommentDetails = schema(
  "CommentDetails",
  z.object({
    ...Comment.shape,
    unit: address.describe("The string of its language, or the source string of a comment for all languages."),
    scope: z.enum(COMMENT_SCOPES),
    resolved: z.boolean(),
    edited: timestamp.nullable(),
    url: address,
  }),
);

export const Suggestion = schema(
  "Suggestion",
  z.object({
    id: z.int(),
    unit: address,
    target: z.array(z.string()),
    user: address.nullable(),
    timestamp,
    votes: z.int(),
    url: address,
  }),
);

const VoteResult = schema(
  "VoteResult",
  z.object({ result: z.enum(["voted", "accepted"]), suggestion: Suggestion.nullable() }),
);

const params = z.object({ id: longIdPart });

export const listUnitComments = endpoint({
  method: "GET",
  path: "/api/units/{id}/comments/",
  since: "5.5",
  tag: "Units",
  summary: "Comments on a string",
  params,
  answer: pageOf(Comment),
});
export const addUnitComment = endpoint({
  method: "POST",
  path: listUnitComments.path,
  since: "5.5",
  tag: "Units",
  summary: "Comment on a string",
  permission: "comment.add; project.edit for timestamp and user_email",
  params,
  body: z.object({
    scope: z.enum(COMMENT_SCOPES),
    comment: z.string().min(1).max(MOST_CHARACTERS),
    timestamp: momentInput.optional(),
    user_email: z.string().max(190).optional(),
  }),
  answer: Comment,
  status: 201,
});
export const readComment = endpoint({
  method: "GET",
  path: "/api/comments/{id}/",
  tag: "Comments",
  summary: "Comment",
  params,
  answer: CommentDetails,
});
export const changeComment = endpoint({
  method: "PATCH",
  path: readComment.path,
  tag: "Comments",
  summary: "Edit, resolve or reopen a comment",
  description: "Only the person who wrote a comment can edit it.",
  permission: "comment.resolve for resolved, or your own comment; your own comment and comment.add for comment",
  params,
  body: z.object({ comment: z.string().min(1).max(MOST_CHARACTERS).optional(), resolved: z.boolean().optional() }),
  answer: CommentDetails,
});
export const deleteComment = endpoint({
  method: "DELETE",
  path: readComment.path,
  tag: "Comments",
  summary: "Delete a comment",
  permission: "comment.delete, or your own comment",
  params,
});
export const listUnitSuggestions = endpoint({
  method: "GET",
  path: "/api/units/{id}/suggestions/",
  since: "5.5",
  tag: "Units",
  summary: "Suggestions for a string",
  params,
  answer: pageOf(Suggestion),
});
export const addUnitSuggestion = endpoint({
  method: "POST",
  path: listUnitSuggestions.path,
  since: "5.5",
  tag: "Units",
  summary: "Suggest a translation",
  description:
    "If the suggestion already exists, your vote is added to it: the answer is 200 with the result of the vote.",
  permission: "suggestion.add",
  anonymous: true,
  params,
  body: z.object({ target: verbatim(z.array(verbatim(z.string().max(1_000_000))).max(20)) }),
  answer: Suggestion,
  status: 201,
});
export const listSuggestions = endpoint({
  method: "GET",
  path: "/api/suggestions/",
  since: "5.5",
  tag: "Suggestions",
  summary: "Suggestions",
  description: "Suggestions that you can see, newest first.",
  answer: pageOf(Suggestion),
});
export const readSuggestion = endpoint({
  method: "GET",
  path: "/api/suggestions/{id}/",
  since: "5.5",
  tag: "Suggestions",
  summary: "Suggestion",
  params,
  answer: Suggestion,
});
export const deleteSuggestion = endpoint({
  method: "DELETE",
  path: readSuggestion.path,
  since: "5.5",
  tag: "Suggestions",
  summary: "Delete a suggestion",
  permission: "suggestion.delete, or your own suggestion",
  params,
  body: z.object({ rejection_reason: z.string().max(1000).optional(), is_spam: z.boolean().optional() }),
});
export const acceptSuggestion = endpoint({
  method: "POST",
  path: "/api/suggestions/{id}/accept/",
  since: "5.5",
  tag: "Suggestions",
  summary: "Accept a suggestion",
  description:
    "Send the ETag of the string as If-Match to accept it only over what you read: if the string has changed, the answer is 412 with the string as it is.",
  permission: "suggestion.accept; unit.review with approve",
  params,
  body: z.object({ approve: z.boolean().optional() }),
  answer: z.object({ result: z.literal("accepted") }),
  status: 200,
});
export const voteOnSuggestion = endpoint({
  method: "POST",
  path: "/api/suggestions/{id}/vote/",
  since: "5.5",
  tag: "Suggestions",
  summary: "Vote on a suggestion",
  permission: "suggestion.vote",
  params,
  body: z.object({
    value: z.int().refine((value): value is 1 | -1 => value === 1 || value === -1, {
      params: { code: "invalid_choice" },
      error: "apiVote" satisfies OwnWord,
    }),
  }),
  answer: VoteResult,
  status: 200,
});

/** A comment as the outside sees it. */
export const presentComment = (row: CommentRow): Answer<typeof Comment> => ({
  id: row.id,
  comment: row.text,
  timestamp: moment(row.createdAt),
  user: userLink(row.username),
});

/** The same with what it stands on. */
export const presentCommentDetails = (row: CommentRow): Answer<typeof CommentDetails> => ({
  ...presentComment(row),
  unit: urls.unit(row.unitId),
  scope: scopeOfComment(row),
  resolved: row.resolved,
  edited: row.editedAt === null ? null : moment(row.editedAt),
  url: urls.comment(row.id),
});

/** A suggestion as the outside sees it. */
export const presentSuggestion = (row: SuggestionRow): Answer<typeof Suggestion> => ({
  id: row.id,
  unit: urls.unit(row.unitId),
  target: row.targets,
  user: userLink(row.username),
  timestamp: moment(row.createdAt),
  votes: row.votes,
  url: urls.suggestion(row.id),
});

/** What a vote came to. */
export const presentVote = (outcome: VoteOutcome): Answer<typeof VoteResult> => ({
  result: outcome.result,
  suggestion: outcome.suggestion ? presentSuggestion(outcome.suggestion) : null,
});

/** The answer to suggesting what had been suggested already. */
export function voteInstead(outcome: VoteOutcome): Response {
  return new Response(stringify(presentVote(outcome)), { headers: { "Content-Type": "application/json" } });
}
