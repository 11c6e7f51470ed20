import { sourceUnits, units } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { literal, type Sql, sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import type { Actor } from "../../access/actor";
import { FORM_SEPARATOR, joinForms } from "../../changes/record";
import { Failed } from "../../errors";
import { withinTime } from "../../search/search-units";
import type { TranslationRow } from "../../translations/translations";
import { takesTexts, UNIT_FROM } from "../../units/units";
import type { TranslationCandidate } from "../candidates";
import type { Service } from "../services";
import { type AskedUnit, askOutside } from "./ask-services";
import type { BatchCursor, CandidateBatch } from "./from-components";
import { askInternal } from "./internal-services";

/** Strings looked at in one round; each round ends with a transaction. */
const BATCH = 200;

type WantedUnit = AskedUnit & BatchCursor & { version: number; context: string };

const [u, s] = [units.as("u"), sourceUnits.as("s")];

/** Asks services in their order; a string goes to the next one when none before had a good enough text. */
export class MachineryCandidates {
  /** What services said that did not answer; they are not asked again. */
  readonly problems = new Map<string, string>();

  constructor(
    private readonly actor: Actor,
    private readonly translation: TranslationRow,
    private readonly services: readonly Service[],
    private readonly options: { condition: Sql; threshold: number },
  ) {}

  /** The next batch of strings that fit the condition, with the first text of enough quality. */
  async next(after: BatchCursor | undefined): Promise<CandidateBatch> {
    const units = await this.wanted(after);
    const candidates: TranslationCandidate[] = [];
    let open = units;
    for (const service of this.services) {
      if (open.length === 0 || this.problems.has(service.id)) continue;
      const found = await this.ask(service, open);
      candidates.push(...found.values());
      open = open.filter((unit) => !found.has(unit.id));
    }
    const last = units.length < BATCH ? undefined : units.at(-1);
    return { candidates, next: last && { position: last.position, id: last.id } };
  }

  private wanted(after: BatchCursor = { position: -2_147_483_648, id: 0 }): Promise<WantedUnit[]> {
    return withinTime((tx) =>
      tx.rows(sql`
        select ${pick(u, "id", "version", "position", "targets")}, ${pick(s, "sources", "flags", "extraFlags", "note", "context")}
        ${UNIT_FROM} where ${u.translationId} = ${this.translation.id}
          and (${u.position}, ${u.id}) > (${after.position}::int, ${after.id}::bigint)
          and ${u.state} <> ${literal(STATE.READ_ONLY)} and (${this.options.condition})
        order by ${u.position}, ${u.id} limit ${BATCH}`),
    );
  }

  private async ask(service: Service, units: readonly WantedUnit[]): Promise<Map<number, TranslationCandidate>> {
    const answers = service.kind === "outside" ? await this.outside(service, units) : await this.internal(units);
    const found = new Map<number, TranslationCandidate>();
    units.forEach(({ id, version }, place) => {
      const answer = answers[place];
      if (!answer || answer.quality < this.options.threshold) return;
      const details = { auto_source: "mt", engine: service.id, quality: answer.quality };
      found.set(id, { unitId: id, version, targets: answer.targets, details });
    });
    return found;
  }

  private async outside(service: Service & { kind: "outside" }, units: readonly WantedUnit[]) {
    try {
      return await askOutside(this.actor, this.translation, service, units);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      this.problems.set(service.id, error.message);
      return [];
    }
  }

  private async internal(units: readonly WantedUnit[]) {
    const questions = units.map((unit) => ({ unitId: unit.id, context: unit.context, text: joinForms(unit.sources) }));
    const { threshold } = this.options;
    const answers = await askInternal(this.actor, this.translation, questions, { threshold, limit: 3 });
    return answers.map((matches, place) => {
      const unit = {
        sources: units[place]?.sources ?? [],
        pluralNumber: this.translation.plural.number,
        fileFormat: this.translation.component.fileFormat,
      };
      const fitting = matches.find((match) => takesTexts(unit, match.target.split(FORM_SEPARATOR)));
      return fitting && { targets: fitting.target.split(FORM_SEPARATOR), quality: fitting.quality };
    });
  }
}
