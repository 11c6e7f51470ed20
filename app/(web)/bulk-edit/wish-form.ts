import { z } from "zod";
import { checkbox, multiple, text } from "@/app/ui/answer-form";
import type { Wish } from "@/lib/domain/bulk/wish";
import type { UnitState } from "@/lib/text/codes";

/** What the forms for many strings say. */

const chosen = { q: text(10_000), rows: text(40), live: checkbox };

export const replaceForm = z.object({
  ...chosen,
  find: text(),
  replacement: text(10_000),
  regex: checkbox,
  match_case: checkbox,
  whole_words: checkbox,
});

const ids = multiple.transform((values) => values.map(Number).filter((id) => Number.isSafeInteger(id)));

export const editForm = z.object({
  ...chosen,
  act: z.enum(["edit", "dismiss", "accept", "remove", "revert"]).default("edit"),
  state: z.string().max(3).default(""),
  add_flags: text(),
  remove_flags: text(),
  add_labels: ids,
  remove_labels: ids,
  check: text(100),
  approve: checkbox,
  user: text(150),
  since: text(40),
});

export function wishOfReplacing(given: z.output<typeof replaceForm>): Wish {
  const { find, replacement, regex } = given;
  return { act: "replace", find, replacement, regex, matchCase: given.match_case, wholeWords: given.whole_words };
}

export function wishOfEditing(given: z.output<typeof editForm>): Wish {
  switch (given.act) {
    case "edit":
      return {
        act: "edit",
        // Whether there is such a state is for the domain to say.
        state: given.state === "" ? undefined : (Number(given.state) as UnitState),
        addFlags: given.add_flags,
        removeFlags: given.remove_flags,
        addLabels: given.add_labels,
        removeLabels: given.remove_labels,
      };
    case "dismiss":
      return { act: "dismiss", checks: given.check ? [given.check] : [] };
    case "accept":
      return { act: "accept", approve: given.approve };
    case "remove":
      return { act: "remove" };
    case "revert":
      return { act: "revert", user: given.user.trim(), since: given.since.trim() };
  }
}
