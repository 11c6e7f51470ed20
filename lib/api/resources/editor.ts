import { z } from "zod";
import { endpoint } from "../endpoint";
import { verbatim } from "../fields";

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
const targets = verbatim(z.array(verbatim(z.string())).min(1).max(12));

export const readWindow = endpoint({
  ...common,
  method: "GET",
  path: "/translate/-/units/",
  summary: "More strings of a list that the editor has open",
  description: "Where in the list is said by at and place, by checksum or by offset.",
  query: z.object({
    translation: z.string().optional(),
    q: verbatim(z.string()).optional(),
    at: z.string().optional(),
    place: z.string().optional(),
    checksum: z.string().optional(),
    offset: z.string().optional(),
  }),
});
export const readContexts = endpoint({
  ...common,
  method: "GET",
  path: "/translate/-/context/",
  summary: "What stands beside a few strings: suggestions, other languages, history",
  query: z.object({ units: z.string().default("").describe("Ids, separated by commas.") }),
});
export const readSuggestions = endpoint({
  ...common,
  method: "GET",
  path: "/translate/-/machinery/",
  summary: "Automatic suggestions for one string: what is known here, or with service what that one says",
  query: z.object({ unit: z.string().default(""), service: z.string().optional() }),
});
export const saveUnit = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/save/",
  summary: "Save one string",
  description: "The version it is based on comes as If-Match. 412 carries what stands there now.",
  body: z.object({ unit: id, targets, state: z.int(), account: z.int() }),
});
export const mirrorDrafts = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/draft/",
  summary: "Mirror what a browser keeps of unsaved texts, so that another one finds it",
  body: z.object({
    account: z.int(),
    keep: z.array(z.object({ unit: id, targets, baseVersion: z.int().nonnegative() })).max(50),
    drop: z.array(id).max(200),
  }),
});
