import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import type { Addon } from "../addon";
import { count } from "./fields";

/** Add-ons that clear away what nobody has looked at for long. */

const age = count({
  title: "Days to keep",
  description: "Anything older than this number of days is removed.",
  least: 1,
  most: 3650,
  initial: 30,
});

const commentSettings = z.object({ age });
export const staleComments: Addon<z.infer<typeof commentSettings>> = {
  id: "weblate.removal.comments",
  aliases: ["loquat.removal.comments"],
  name: "Remove stale comments",
  description: "Once a day, removes comments that are older than a number of days.",
  settings: commentSettings,
  multiple: false,
  scopes: ["component", "project"],
  wholeRepository: false,
  on: ["installed", "configured", "daily"],
  async perform({ settings, tools }) {
    const gone = await tools.removeComments(settings.age);
    return gone === 0 ? "" : refusal("runComments", { count: gone });
  },
  async preview({ settings, tools }) {
    const gone = await tools.rehearse(() => tools.removeComments(settings.age));
    return gone === 0 ? [] : [refusal("planComments", { count: gone })];
  },
};

const suggestionSettings = z.object({
  age,
  votes: count({
    title: "Votes needed to keep a suggestion",
    description: "Suggestions with more votes than this are kept, regardless of their age.",
    least: -1000,
    most: 1000,
    initial: 0,
  }),
});
export const staleSuggestions: Addon<z.infer<typeof suggestionSettings>> = {
  id: "weblate.removal.suggestions",
  aliases: ["loquat.removal.suggestions"],
  name: "Remove stale suggestions",
  description: "Once a day, removes suggestions that are older than a number of days and have few votes.",
  settings: suggestionSettings,
  multiple: false,
  scopes: ["component", "project"],
  wholeRepository: false,
  on: ["installed", "configured", "daily"],
  async perform({ settings, tools }) {
    const gone = await tools.removeSuggestions(settings.age, settings.votes);
    return gone === 0 ? "" : refusal("runSuggestions", { count: gone });
  },
  async preview({ settings, tools }) {
    const gone = await tools.rehearse(() => tools.removeSuggestions(settings.age, settings.votes));
    return gone === 0 ? [] : [refusal("planSuggestions", { count: gone })];
  },
};
