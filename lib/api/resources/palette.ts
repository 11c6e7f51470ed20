import { z } from "zod";
import { endpoint } from "../endpoint";
import { verbatim } from "../fields";

/** What the palette of our own pages asks; it is promised to nobody else. */

export const askPalette = endpoint({
  method: "GET",
  path: "/palette/",
  since: "",
  tag: "palette",
  summary: "Where to go from a page: by name, and without one what is near",
  // Counted by the address or the person for itself, so that typing takes nothing of what the API grants.
  throttled: false,
  anonymous: true,
  unkept: true,
  viewable: true,
  media: ["application/json"],
  query: z.object({
    q: verbatim(z.string().max(200)).default(""),
    at: z.string().max(1000).default("/").describe("Path of the page that is open."),
    language: z.string().max(30).default("en").describe("Language of that page."),
  }),
});
