import { z } from "zod";
import type { ComponentRow } from "@/lib/domain/components/components";
import { addressOf } from "@/lib/domain/components/components";
import { MOST_EDITS, SOURCE_EDIT_DECISIONS, type SourceEditOutcome } from "@/lib/domain/source-edits/decide";
import { listSourceEdits, type SourceEdit } from "@/lib/domain/source-edits/list";
import type { Window } from "@/lib/domain/window";
import { checksumOf } from "@/lib/text/hash";
import { SOURCE_EDIT_KINDS } from "@/lib/text/source-edit/kind";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, type Listed, pageOf, schema } from "../endpoint";
import { address, longIdPart, verbatim } from "../fields";
import { nextPage } from "../next-page";
import { componentParams } from "./components";

/** Edited source strings whose translations need editing since; the contract 4.23. */

const SourceEditShown = schema(
  "SourceEdit",
  z.object({
    source_unit: address,
    id: z.int().describe("ID of the source string."),
    context: z.string(),
    before: z.array(z.string()),
    after: z.array(z.string()),
    kind: z.enum(SOURCE_EDIT_KINDS),
    translations: z.array(
      z.object({
        unit: address,
        language_code: z.string(),
        target: z.array(z.string()),
        followed: z
          .array(z.string())
          .nullable()
          .describe("The target after the same change by rule, where there is one."),
      }),
    ),
    web_url: address,
  }),
);

const query = z.object({
  below: longIdPart.optional().describe("Only strings with a lower id than this; `next` uses it."),
});

const tag = "Units";

export const listEdits = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/source_edits/",
  tag,
  summary: "Edited source strings of a component whose translations need editing",
  params: componentParams,
  query,
  answer: pageOf(SourceEditShown),
});

const texts = verbatim(
  z
    .array(verbatim(z.string().max(1_000_000)))
    .min(1)
    .max(20),
);

export const decideEdits = endpoint({
  method: "POST",
  path: listEdits.path,
  tag,
  summary: "Decide what becomes of the translations of edited source strings",
  description:
    "`keep` confirms the translations as they are, `follow` applies the same change to those that a rule reaches. Send before and after as they were shown; strings that have been edited again are skipped.",
  permission: "unit.edit for each translation",
  params: componentParams,
  body: z.object({
    decision: z.enum(SOURCE_EDIT_DECISIONS),
    edits: z
      .array(z.object({ id: longIdPart, before: texts, after: texts }))
      .min(1)
      .max(MOST_EDITS),
  }),
  answer: schema(
    "DecidedSourceEdits",
    z.object({
      decided: z.int().describe("Translations that hold again."),
      skipped: z.array(
        z.object({ reason: z.enum(["changed", "denied", "no-rule"]), message: z.string(), count: z.int() }),
      ),
      operation: z.string().nullable().describe("ID of the operation, by which it can be taken back."),
    }),
  ),
  status: 200,
});

function present(component: ComponentRow, edit: SourceEdit): Answer<typeof SourceEditShown> {
  const place = { ...addressOf(component), languageCode: component.sourceLanguage.code };
  return {
    source_unit: urls.unit(edit.sourceId),
    id: edit.sourceId,
    context: edit.context,
    before: edit.before,
    after: edit.after,
    kind: edit.kind,
    translations: edit.translations.map((one) => ({
      unit: urls.unit(one.unitId),
      language_code: one.languageCode,
      target: one.targets,
      followed: one.followed,
    })),
    web_url: urls.unitPage(place, checksumOf(BigInt(edit.idHash))),
  };
}

/** A page of edits. `next` goes on behind the last string, so that what is decided meanwhile shifts nothing. */
export async function editsOf(
  component: ComponentRow,
  below: number | undefined,
  window: Window,
  request: Request,
): Promise<Listed<Answer<typeof SourceEditShown>>> {
  const { rows, more, count } = await listSourceEdits(component, { below, limit: window.limit });
  return {
    items: rows.map((edit) => present(component, edit)),
    count,
    links: { next: nextPage(request, "below", more ? rows.at(-1)?.sourceId : undefined), previous: null },
  };
}

export const presentDecided = ({ decided, skipped, operation }: SourceEditOutcome) => ({ decided, skipped, operation });
