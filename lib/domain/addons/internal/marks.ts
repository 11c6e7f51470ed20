import { z } from "zod";
import { STATE } from "@/lib/text/codes";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { StringRule } from "../../units/edit-strings";
import type { Addon, AddonTranslation } from "../addon";
import { sourceForms } from "./source-forms";

/** Add-ons that mark new strings, so that somebody looks at them, and one that fills empty ones. */

const NONE = z.object({});
const { NEEDS_EDITING, NEEDS_REWRITING, NEEDS_CHECKING, READ_ONLY } = STATE;

interface Words {
  id: string;
  name: string;
  description: string;
}

export const markSources = ruled(
  {
    id: "flags.source_edit",
    name: "Mark new source strings for checking",
    description: "Marks new source strings from the repository as needing checking.",
  },
  "runMarked",
  {
    of: (translation) => translation.isSource,
    newOnly: "created",
    rule: { states: [STATE.TRANSLATED], decide: ({ targets }) => ({ targets: [...targets], state: NEEDS_CHECKING }) },
  },
);

/** An add-on that looks at strings of each language by a rule. */
function ruled(
  words: Words,
  done: "runMarked" | "runFilled",
  where: {
    of: (translation: AddonTranslation) => boolean;
    newOnly: false | "created" | "updated";
    multiple?: boolean;
    rule: StringRule;
  },
): Addon<z.infer<typeof NONE>> {
  return {
    id: `weblate.${words.id}`,
    aliases: [`loquat.${words.id}`],
    name: words.name,
    description: words.description,
    settings: NONE,
    multiple: where.multiple ?? false,
    scopes: ["component", "project"],
    wholeRepository: false,
    unfit: (component) => (component.isGlossary ? refusal("addonGlossary") : undefined),
    on: where.newOnly ? ["component-updated", "daily"] : ["installed", "component-updated", "language-added", "daily"],
    async perform({ tools, since }) {
      let changed = 0;
      for (const translation of await tools.translations())
        if (where.of(translation))
          changed += await tools.editStrings(translation, {
            ...where.rule,
            ...(where.newOnly === "created" ? { createdAfter: since } : {}),
            ...(where.newOnly === "updated" ? { updatedUpstreamAfter: since } : {}),
          });
      return changed === 0 ? "" : refusal(done, { count: changed });
    },
    // What marks new strings has none to look at yet.
    preview: where.newOnly
      ? undefined
      : async ({ tools }) =>
          tools.rehearse(async () => {
            const lines: Refusal[] = [];
            for (const translation of await tools.translations()) {
              const changed = where.of(translation) ? await tools.editStrings(translation, where.rule) : 0;
              if (changed > 0)
                lines.push(refusal("planFilled", { language: translation.languageName, count: changed }));
            }
            return lines;
          }),
  };
}

export const markTargets = ruled(
  {
    id: "flags.target_edit",
    name: "Mark new translations for rewriting",
    description: "Marks translations of new strings from the repository as needing rewriting.",
  },
  "runMarked",
  {
    of: (translation) => !translation.isSource,
    newOnly: "created",
    rule: { states: [STATE.TRANSLATED], decide: ({ targets }) => ({ targets: [...targets], state: NEEDS_REWRITING }) },
  },
);

export const markUpdated = ruled(
  {
    id: "flags.target_repo_update",
    name: "Mark translations changed in the repository for rewriting",
    description: "Marks translations that were changed in the repository as needing rewriting.",
  },
  "runMarked",
  {
    of: (translation) => !translation.isSource,
    newOnly: "updated",
    rule: {
      states: [STATE.TRANSLATED, STATE.APPROVED],
      decide: ({ targets }) => ({ targets: [...targets], state: NEEDS_REWRITING }),
    },
  },
);

export const markUnchanged = ruled(
  {
    id: "flags.same_edit",
    name: "Mark unchanged translations for rewriting",
    description: "Marks new translations that are identical to the source as needing rewriting.",
  },
  "runMarked",
  {
    of: (translation) => !translation.isSource,
    newOnly: "created",
    rule: {
      states: [STATE.TRANSLATED],
      decide: ({ sources, targets }) =>
        targets[0] === sources[0] && targets.slice(1).every((text) => text === (sources[1] ?? sources[0]))
          ? { targets: [...targets], state: NEEDS_REWRITING }
          : undefined,
    },
  },
);

export const prefill = ruled(
  {
    id: "generate.prefill",
    name: "Fill translations with the source",
    description: "Copies the source text to untranslated strings and marks them as needing editing.",
  },
  "runFilled",
  {
    of: (translation) => !translation.isSource,
    newOnly: false,
    multiple: true,
    rule: {
      states: [STATE.EMPTY],
      decide: ({ sources, forms }) =>
        sources[0] ? { targets: sourceForms(sources, forms), state: NEEDS_EDITING } : undefined,
    },
  },
);

export const fillReadOnly = ruled(
  {
    id: "generate.fill_read_only",
    name: "Fill read-only strings with the source",
    description: "Copies the source text to strings that must not be translated.",
  },
  "runFilled",
  {
    of: (translation) => !translation.isSource,
    newOnly: false,
    multiple: true,
    rule: {
      states: [READ_ONLY],
      decide: ({ sources, forms }) => ({ targets: sourceForms(sources, forms), state: READ_ONLY }),
    },
  },
);
