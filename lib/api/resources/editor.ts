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
  summary: "More strings of a list that is open in the editor",
  description: "The position in the list is given by at and place, by checksum or by offset.",
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
  summary: "Context of several strings: suggestions, other languages, history",
  query: z.object({ units: z.string().default("").describe("IDs, separated by commas.") }),
});
export const readSuggestions = endpoint({
  ...common,
  method: "GET",
  path: "/translate/-/machinery/",
  summary: "Automatic suggestions for one string: from this installation, or from the given service",
  query: z.object({ unit: z.string().default(""), service: z.string().optional() }),
});
export const saveUnit = endpoint({
  ...common,
  method: "POST",
  path: "/translate/-/save/",
  summary: "Save one string",
  description: "Send the version that the change is based on as If-Match. A 412 answer contains the current version.",
  body: z.object({ unit: id, targets, state: z.int(), account: z.int() }),
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
