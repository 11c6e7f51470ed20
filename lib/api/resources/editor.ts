import { z } from "zod";
import { COMMENT_SCOPES, MOST_CHARACTERS } from "@/lib/domain/discussion/comments";
import { TERM_KINDS } from "@/lib/domain/editor/add-term";
import { editorPreferencesChange } from "@/lib/domain/users/editor-preferences";
import { endpoint } from "../endpoint";
import { idPart, slugPart, verbatim } from "../fields";

/**
 * What the editor asks of its own routes. Nothing of it is promised to anybody else: it stands in no document, is not
 * throttled, and the domain says who may.
 */

const common = {
  since: "",
  tag: "editor",
  throttled: false,
  anonymous: true,
  signedIn: true,
  unkept: true,
  media: ["application/json"],
  /** Bytes of the largest body: a few long strings. */
  largest: 4_000_000,
} as const;

const id = z.int().positive();
const list = z.string().max(40).default("").describe("What the list is of, as the page says it.");
const targets = verbatim(z.array(verbatim(z.string())).min(1).max(12));

export const readWindow = endpoint({
  ...common,
  viewable: true,
  method: "GET",
  path: "/translate/-/units/",
  summary: "More strings of a list that is open in the editor",
  description:
    "The position in the list is given by checksum, by unit (an ID) or by offset; ids asks for single strings, without a list.",
  query: z.object({
    list,
    q: verbatim(z.string()).optional(),
    checksum: z.string().optional(),
    unit: z.coerce.number().int().positive().optional(),
    offset: z.coerce.number().int().nonnegative().optional(),
    ids: z.string().optional().describe("IDs, separated by commas."),
  }),
});
export const readList = endpoint({
  ...common,
  viewable: true,
  method: "GET",
  path: "/translate/-/list/",
  summary: "IDs of the strings of a list that is open in the editor, from a place on",
  description: "ids holds the difference of each ID to the one before it. At most 100,000 at once.",
  query: z.object({
    list,
    q: verbatim(z.string()).default(""),
    from: z.coerce.number().int().nonnegative().default(0),
  }),
});
export const readHeads = endpoint({
  ...common,
  viewable: true,
  method: "GET",
  path: "/translate/-/heads/",
  summary: "Languages, plural forms and rights of translations whose strings are open in the editor",
  query: z.object({ translations: z.string().default("").describe("IDs, separated by commas. At most 20.") }),
});
export const readBeside = endpoint({
  ...common,
  viewable: true,
  method: "GET",
  path: "/translate/-/beside/",
  summary: "Texts of several strings in another language",
  query: z.object({
    units: z.string().default("").describe("IDs, separated by commas. At most 100."),
    language: z.string().max(100).default(""),
  }),
});
export const readReview = endpoint({
  ...common,
  viewable: true,
  method: "GET",
  path: "/translate/-/review/",
  summary: "What a reviewer compares of several strings",
  query: z.object({ units: z.string().default("").describe("IDs, separated by commas. At most 100.") }),
});
const version = z.int().nonnegative();
const reviewed = z
  .array(z.object({ unit: id, version }))
  .min(1)
  .max(100);
export const reviewStrings = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/review/",
  summary: "Approve texts, send one back, make one a suggestion, or take that back",
  body: z.object({
    account: z.int(),
    what: z.discriminatedUnion("act", [
      z.object({ act: z.enum(["approve", "unapprove"]), strings: reviewed }),
      z.object({ act: z.literal("reject"), unit: id, version, reason: z.string().max(1000) }),
      z.object({ act: z.literal("suggest"), unit: id, version }),
      z.object({ act: z.literal("unreject"), unit: id, version, comment: id.nullable() }),
      z.object({ act: z.literal("unsuggest"), unit: id, suggestion: id, version }),
    ]),
  }),
});
export const readContexts = endpoint({
  ...common,
  viewable: true,
  method: "GET",
  path: "/translate/-/context/",
  summary: "Context of several strings: suggestions, other languages, history",
  query: z.object({ units: z.string().default("").describe("IDs, separated by commas.") }),
});
export const readSuggestions = endpoint({
  ...common,
  method: "GET",
  path: "/translate/-/machinery/",
  summary: "Automatic suggestions for one string: from this installation, or from the given service",
  query: z.object({
    unit: z.string().default(""),
    service: z.string().optional(),
    likeness: z.coerce
      .number()
      .int()
      .min(50)
      .max(100)
      .optional()
      .describe("The least likeness of sources that is shown."),
  }),
});
export const readMentions = endpoint({
  ...common,
  method: "GET",
  path: "/translate/-/mentions/",
  summary: "Entries of the translation memory that contain words, for one string",
  query: z.object({ unit: z.string().default(""), q: verbatim(z.string()).default("") }),
});
export const saveUnit = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/save/",
  summary: "Save one string",
  description: "Send the version that the change is based on as If-Match. A 412 answer contains the current version.",
  body: z.object({
    unit: id,
    targets,
    state: z.int(),
    account: z.int(),
    suggestion: id.optional(),
    keep: z.boolean().optional(),
  }),
});
export const suggestUnit = endpoint({
  ...common,
  // Nobody has to be signed in for it, so nobody may send any number.
  throttled: true,
  method: "POST",
  path: "/translate/-/suggest/",
  summary: "Suggest a text for one string",
  description: "account is 0 for somebody who is not signed in. A 409 answer says that the source text has changed.",
  body: z.object({ unit: id, targets, sources: verbatim(z.array(verbatim(z.string())).max(12)), account: z.int() }),
});
export const decideSuggestion = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/decide/",
  summary: "Accept or reject one suggestion, or vote on it",
  description: "A 412 answer says that the string has changed, and how it stands.",
  body: z.object({
    suggestion: id,
    decision: z.discriminatedUnion("act", [
      z.object({ act: z.enum(["accept", "approve"]), version: z.int().nonnegative() }),
      z.object({ act: z.literal("reject"), reason: z.string().max(1000) }),
      z.object({ act: z.literal("vote"), value: z.union([z.literal(1), z.literal(-1)]) }),
    ]),
  }),
});
export const revertUnit = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/revert/",
  summary: "Put an earlier text of one string back",
  description: "A 412 answer says that the string has changed, and how it stands.",
  body: z.object({ unit: id, change: id, version: z.int().nonnegative(), account: z.int() }),
});
export const linkUnit = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/link/",
  summary: "Let one string go its own way, or with equal strings again, or take an edit back where it went on to",
  body: z.object({ unit: id, act: z.enum(["link", "unlink", "take-back"]), account: z.int() }),
});
const comment = verbatim(z.string().max(4 * MOST_CHARACTERS));
export const writeComment = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/comments/",
  summary: "Write, edit, resolve, reopen or delete a comment, or make it the explanation of the string",
  body: z.object({
    unit: id,
    account: z.int(),
    what: z.discriminatedUnion("act", [
      z.object({ act: z.literal("add"), scope: z.enum(COMMENT_SCOPES), text: comment }),
      z.object({ act: z.literal("edit"), comment: id, text: comment }),
      z.object({ act: z.enum(["resolve", "reopen", "delete", "explain"]), comment: id }),
    ]),
  }),
});
export const readAbout = endpoint({
  ...common,
  viewable: true,
  method: "GET",
  path: "/translate/-/about/",
  summary: "Explanation, flags and labels of the source of one string, for changing them",
  query: z.object({ unit: z.coerce.number().int().positive() }),
});
export const describeUnit = endpoint({
  ...common,
  method: "POST",
  path: readAbout.path,
  summary:
    "Change explanation, flags and labels of the source of one string, and what is said of the translation of a term",
  description: "A 409 answer says that somebody else has changed them since they were read.",
  body: z.object({
    unit: id,
    account: z.int(),
    version: z.int().nonnegative(),
    explanation: verbatim(z.string().max(100_000)),
    flags: z.string().max(10_000),
    labels: z.array(id).max(1000),
    own: z.object({ version: z.int().nonnegative(), explanation: verbatim(z.string().max(100_000)) }).optional(),
  }),
});
export const showShot = endpoint({
  ...common,
  viewable: true,
  method: "GET",
  path: "/translate/-/shot/{id}/",
  summary: "Picture of a screenshot, for a page",
  params: z.object({ id: idPart }),
  media: ["image/png"],
});
export const showFont = endpoint({
  ...common,
  viewable: true,
  method: "GET",
  path: "/translate/-/font/{project}/{id}/",
  summary: "File of a font, for a sample on a page",
  permission: "project.edit",
  params: z.object({ project: slugPart, id: idPart }),
  media: ["font/ttf"],
});
export const readEditorFonts = endpoint({
  ...common,
  viewable: true,
  method: "GET",
  path: "/translate/-/fonts/",
  summary: "Widths of the characters of a font group, for checks in the browser",
  query: z.object({ translation: z.coerce.number().int().positive(), group: z.string().min(1).max(100) }),
});
export const judgeTexts = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/glossary/",
  summary: "What the glossaries say about texts of one string that are being written",
  body: z.object({ unit: id, texts: targets }),
});
const region = z.tuple([z.int(), z.int(), z.int(), z.int()]);
export const actOnShots = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/shots/",
  summary: "Add a screenshot to one string, mark the string on one, or take it off",
  description: "A multipart form for a new picture.",
  largest: 20_000_000,
  body: z.union([
    z.object({
      unit: z.coerce.number().int().positive(),
      account: z.coerce.number().int(),
      name: z.string().min(1).max(200),
      image: z.instanceof(Blob),
    }),
    z.object({
      unit: id,
      account: z.int(),
      what: z.discriminatedUnion("act", [
        z.object({ act: z.literal("mark"), shot: id, region: region.nullable() }),
        z.object({ act: z.enum(["detach", "delete"]), shot: id }),
        z.object({
          act: z.literal("place"),
          shot: id,
          strings: z
            .array(z.object({ unit: id, region }))
            .min(1)
            .max(200),
        }),
      ]),
    }),
  ]),
});
export const findShotStrings = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/shots/found/",
  summary: "Strings of a component that texts read in a picture are",
  body: z.object({
    unit: id,
    texts: z.array(z.string().max(500)).max(2000),
    read: z.object({ shot: id, text: z.string().max(5000) }).optional(),
  }),
});
export const dismissCheck = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/findings/",
  summary: "Dismiss a failing check of a string, or let it count again",
  body: z.object({
    unit: id,
    check: z.string().max(100),
    dismissed: z.boolean(),
    everywhere: z.boolean(),
    account: z.int(),
  }),
});
export const addTerm = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/terms/",
  summary: "Add a term of the open string to a glossary",
  body: z.object({
    translation: id,
    glossary: id,
    source: verbatim(z.string().max(1000)),
    target: verbatim(z.string().max(1000)),
    explanation: z.string().max(10_000),
    kind: z.enum(TERM_KINDS),
    account: z.int(),
  }),
});
export const readLive = endpoint({
  ...common,
  method: "GET",
  path: "/translate/-/live/",
  summary: "Server-sent events: strings of a list that change, and who has them open",
  description: "after is the id of the last event that was received.",
  media: ["text/event-stream"],
  query: z.object({
    list,
    after: z.coerce.number().int().positive().optional(),
  }),
});
export const tellPresence = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/presence/",
  summary: "Tell which string is open in an editor, and whether something is being written",
  body: z.object({
    translation: id,
    tab: z.string().min(1).max(40),
    unit: id.nullable(),
    typing: z.boolean(),
    gone: z.boolean(),
    account: z.int(),
  }),
});
export const mirrorDrafts = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/draft/",
  summary: "Store the unsaved texts of a browser so that other browsers can load them",
  body: z.object({
    account: z.int(),
    keep: z.array(z.object({ unit: id, targets, baseVersion: z.int().nonnegative() })).max(50),
    drop: z.array(id).max(200),
  }),
});
export const keepPreferences = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/preferences/",
  summary: "Store how the editor looks and works for one account",
  body: z.object({ account: z.int(), change: editorPreferencesChange }),
});
