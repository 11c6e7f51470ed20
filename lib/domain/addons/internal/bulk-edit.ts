import { z } from "zod";
import { STATE, type UnitState } from "@/lib/text/codes";
import { validateFlagNames, validateFlags } from "@/lib/text/flags/validate";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { Failed } from "../../errors";
import type { Addon, AddonTools, BulkEditRequest } from "../addon";
import { search, several, text } from "./fields";
import { refuse, refused } from "./refused";

/** One change to all strings that a search finds, whenever the component changes. */

const STATES = {
  "-1": "Leave it as it is",
  [STATE.NEEDS_EDITING]: "Needs editing",
  [STATE.NEEDS_REWRITING]: "Needs rewriting",
  [STATE.NEEDS_CHECKING]: "Needs checking",
  [STATE.TRANSLATED]: "Translated",
  [STATE.APPROVED]: "Approved",
} as const;
const CODES = Object.keys(STATES).map(String) as [string, ...string[]];

const flags = (title: string, description: string, problemsOf: (value: string) => Refusal[]) =>
  text({ title, description, most: 2000 }).superRefine((value, context) => {
    for (const said of value ? problemsOf(value) : []) refuse(context, said);
  });

const names = (title: string) =>
  several({ title, description: "Labels of the project.", from: "labels", longest: 190 });

const settings = z.object({
  q: search({
    title: "Which strings",
    description: "A search query, such as state:translated AND has:check. If empty, all strings.",
  }),
  state: z
    .preprocess(
      (value) => (typeof value === "number" ? String(value) : value),
      z.enum(CODES, refused(refusal("settingChoice", { values: CODES.join(", ") }))),
    )
    .default("-1")
    .meta({ title: "State of the translations", labels: STATES }),
  add_flags: flags("Flags to add", "Flags of source strings, such as max-length:40.", validateFlags),
  remove_flags: flags("Flags to remove", "Their names; parameters do not matter.", validateFlagNames),
  add_labels: names("Labels to add"),
  remove_labels: names("Labels to remove"),
});
type Settings = z.infer<typeof settings>;

export const bulkEdit: Addon<Settings> = {
  id: "weblate.flags.bulk",
  aliases: ["loquat.flags.bulk"],
  name: "Bulk edit",
  description:
    "Sets the state of translations, and flags and labels of source strings, for all strings that a search finds, whenever the component changes.",
  settings,
  multiple: true,
  scopes: ["component", "project"],
  wholeRepository: false,
  flagsIn: ({ add_flags }) => ({ add_flags }),
  on: ["installed", "configured", "component-updated"],
  async perform({ settings: given, component, tools }) {
    const [first, second] = wordsOf(await ask(given, component.project.translationReview, tools, true));
    if (!first) return "";
    return refusal("runChanged", { what: second ? refusal("runBoth", { first, second }) : first });
  },
  async preview({ settings: given, component, tools }) {
    const { translations, sources } = await ask(given, component.project.translationReview, tools, false);
    const { count, more, samples } = await tools.findStrings(given.q);
    if (count === 0) return [];
    const shown = samples.map((one) => `“${one.slice(0, 100)}”`).join(", ");
    return [
      refusal(more ? "planFindsMore" : "planFinds", { count, samples: shown }),
      ...(translations > 0 ? [refusal("planStates", { count: translations })] : []),
      ...(sources > 0 ? [refusal("planSources", { count: sources })] : []),
    ];
  },
};

async function ask(given: Settings, reviews: boolean, tools: AddonTools, apply: boolean) {
  const code = Number(given.state);
  if (code === STATE.APPROVED && !reviews) throw new Failed(refusal("approveNeedsReviews"));
  const wish: BulkEditRequest = {
    q: given.q,
    state: code < 0 ? undefined : (code as UnitState),
    addFlags: given.add_flags,
    removeFlags: given.remove_flags,
    addLabels: given.add_labels,
    removeLabels: given.remove_labels,
  };
  return tools.bulkEdit(wish, apply);
}

function wordsOf({ translations, sources }: { translations: number; sources: number }): Refusal[] {
  return [
    ...(translations > 0 ? [refusal("runStates", { count: translations })] : []),
    ...(sources > 0 ? [refusal("runSources", { count: sources })] : []),
  ];
}
