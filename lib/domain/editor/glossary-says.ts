import { db } from "@/lib/platform/database";
import type { Finding } from "@/lib/text/checks/check";
import type { Actor } from "../access/actor";
import { readGlossary } from "../quality/bring-aids";
import { findUnit } from "../units/units";

/** What glossaries say about texts of a string, for the checks in the browser: finding terms takes stemmers, which stay here. */
export interface GlossaryAnswer {
  /** Forms of the source that hold terms which stay as they are, and what is left of them without these. */
  named: { source: string; rest: string }[];
  /** What is wrong with a text, compared with a form of the source. */
  wrong: { source: string; text: string; findings: readonly Finding[] }[];
}

/** What the glossaries of a string say about texts that are being written. @throws NotFound */
export async function glossarySays(actor: Actor, unitId: number, texts: readonly string[]): Promise<GlossaryAnswer> {
  const unit = await findUnit(actor, unitId);
  const judge = await readGlossary(db, unit, unit.sources, unit.languageCode);
  const sources = [...new Set(unit.sources)];
  return {
    named: sources.flatMap((source) => {
      const rest = judge.withoutNames?.(source) ?? source;
      return rest === source ? [] : [{ source, rest }];
    }),
    wrong: sources.flatMap((source) =>
      [...new Set(texts)].flatMap((text) => {
        const findings = text === "" ? [] : judge(source, text);
        return findings.length > 0 ? [{ source, text, findings }] : [];
      }),
    ),
  };
}
