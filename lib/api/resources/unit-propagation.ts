import { z } from "zod";
import type { SameString } from "@/lib/domain/editor/nearby";
import { type Answer, endpoint, schema } from "../endpoint";
import { longIdPart } from "../fields";

/** Equal strings in other components, to which edits go on; the contract 3.8. */

const Propagation = schema(
  "Propagation",
  z.object({
    linked: z
      .boolean()
      .nullable()
      .describe("Whether edits go on between the string and equal ones; null where its component shares no texts."),
    equal: z
      .array(
        z.object({
          id: z.int(),
          web_url: z.string(),
          project: z.string(),
          component: z.string(),
          target: z.array(z.string()),
          state: z.int(),
          linked: z.boolean().nullable(),
        }),
      )
      .describe("The same source and context in the same language; 20 at most, those that are finished first."),
  }),
);

const common = {
  path: "/api/units/{id}/propagation/",
  tag: "Units",
  params: z.object({ id: longIdPart }),
} as const;

export const readPropagation = endpoint({
  ...common,
  method: "GET",
  summary: "Equal strings in other components",
  answer: Propagation,
});
export const changePropagation = endpoint({
  ...common,
  method: "PATCH",
  summary: "Let a string go its own way, or with equal strings again",
  permission: "unit.edit",
  body: z.object({ linked: z.boolean() }),
  answer: Propagation,
});
export const takePropagationBack = endpoint({
  ...common,
  method: "DELETE",
  summary: "Take one's last edit back where it went on to equal strings",
  description: "The string itself stays as it is. Strings that somebody has changed since stay, too.",
  permission: "unit.edit",
  answer: z.object({
    back: z.int().describe("Strings that say again what they said."),
    left: z.int(),
    withdrawn: z.int().describe("Suggestions that the edit made of other strings and that nobody had decided about."),
  }),
});

export const presentPropagation = (
  linked: boolean | null,
  same: readonly SameString[],
): Answer<typeof Propagation> => ({
  linked,
  equal: same.map(({ id, url, project, component, targets, state, linked: own }) => ({
    id,
    web_url: url,
    project,
    component,
    target: targets,
    state,
    linked: own,
  })),
});
