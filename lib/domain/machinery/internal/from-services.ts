import { sourceUnits, units } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { literal, type Sql, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { lostPlaceables } from "@/lib/text/placeables";
import type { Actor } from "../../access/actor";
import { FORM_SEPARATOR, joinForms } from "../../changes/record";
import type { ComponentRow } from "../../components/components";
import { Failed } from "../../errors";
import { withinTime } from "../../search/search-units";
import type { TranslationRow } from "../../translations/translations";
import { takesTexts, UNIT_FROM } from "../../units/units";
import type { TranslationCandidate } from "../candidates";
import type { Service } from "../services";
import { type AskedUnit, askOutside } from "./ask-services";
import { type BatchCursor, type CandidateBatch, candidatesFromComponents } from "./from-components";
import { askInternal } from "./internal-services";
import { inOtherScript } from "./other-script";

/** Strings looked at in one round; each round ends with a transaction. */
const BATCH = 200;

type WantedUnit = AskedUnit & BatchCursor & { version: number; context: string };

const [u, s] = [units.as("u"), sourceUnits.as("s")];

/** Texts of equal strings in other components: of one, or of all of the project. */
export interface OtherComponents {
  kind: "components";
  id: "others";
  component: ComponentRow | undefined;
}

/** Where texts are looked for. */
export type CandidateSource = Service | OtherComponents;

export interface WalkOptions {
  condition: Sql;
  /** The least quality that is taken of services. */
  threshold: number;
  /** Keeps what a service outside made of a text and lost a placeable of, where no source has a better one. */
  salvage?: boolean;
}

/** Asks sources in their order; a string goes to the next one when none before had a good enough text. */
export class MachineryCandidates {
  /** What services said that did not answer; they are not asked again. */
  readonly problems = new Map<string, string>();

  constructor(
    private readonly actor: Actor,
    private readonly translation: TranslationRow,
    private readonly sources: readonly CandidateSource[],
    private readonly options: WalkOptions,
  ) {}

  /** The next batch of strings that fit the condition, with the first text of enough quality. */
  async next(after: BatchCursor | undefined): Promise<CandidateBatch> {
    const units = await this.wanted(after);
    const candidates: TranslationCandidate[] = [];
    const damaged = new Map<number, TranslationCandidate>();
    let open = units;
    for (const source of this.sources) {
      if (open.length === 0 || this.problems.has(source.id)) continue;
      const found = await this.ask(source, open);
      for (const candidate of found.values()) {
        if (!candidate.lost?.length) candidates.push(candidate);
        else if (!damaged.has(candidate.unitId)) damaged.set(candidate.unitId, candidate);
      }
      const sound = new Set(candidates.map(({ unitId }) => unitId));
      open = open.filter((unit) => !sound.has(unit.id));
    }
    candidates.push(...open.flatMap(({ id }) => damaged.get(id) ?? []));
    const last = units.length < BATCH ? undefined : units.at(-1);
    return { candidates, next: last && { position: last.position, id: last.id } };
  }

  private wanted(after: BatchCursor = { position: -2_147_483_648, id: 0 }): Promise<WantedUnit[]> {
    return withinTime((tx) =>
      tx.rows(sql`
        select ${pick(u, "id", "version", "position", "targets")}, ${pick(s, "sources", "flags", "extraFlags", "context")}
        ${UNIT_FROM} where ${u.translationId} = ${this.translation.id}
          and (${u.position}, ${u.id}) > (${after.position}::int, ${after.id}::bigint)
          and ${u.state} <> ${literal(STATE.READ_ONLY)} and (${this.options.condition})
        order by ${u.position}, ${u.id} limit ${BATCH}`),
    );
  }

  private async ask(
    source: CandidateSource,
    units: readonly WantedUnit[],
  ): Promise<ReadonlyMap<number, TranslationCandidate>> {
    if (source.kind === "components") return this.others(source, units);
    const answers =
      source.kind === "outside"
        ? await this.outside(source, units)
        : source.kind === "script"
          ? await this.script(units)
          : await this.internal(units);
    const found = new Map<number, TranslationCandidate>();
    units.forEach(({ id, version }, place) => {
      const answer = answers[place];
      if (!answer || answer.quality < this.options.threshold) return;
      const details = { auto_source: "mt" as const, engine: source.id, quality: answer.quality };
      found.set(id, { unitId: id, version, targets: answer.targets, details, lost: answer.lost });
    });
    return found;
  }

  private async others({ component }: OtherComponents, units: readonly WantedUnit[]) {
    const ids = units.map(({ id }) => id);
    const found = await candidatesFromComponents(this.actor, this.translation, {
      condition: anyOf(u.id, ids),
      lenders: component && [component],
    });
    return new Map(found.candidates.map((candidate) => [candidate.unitId, candidate]));
  }

  private async outside(service: Service & { kind: "outside" }, units: readonly WantedUnit[]) {
    try {
      const answers = await askOutside(this.actor, this.translation, service, units);
      return this.options.salvage ? answers : answers.map((one) => (one?.lost.length ? undefined : one));
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      this.problems.set(service.id, error.message);
      return [];
    }
  }

  private async script(units: readonly WantedUnit[]) {
    const answers = await inOtherScript(
      this.translation,
      units.map(({ id }) => id),
    );
    return units.map(({ id, sources }) => {
      const answer = answers.get(id);
      const { plural, component } = this.translation;
      const shape = { sources, pluralNumber: plural.number, fileFormat: component.fileFormat };
      return answer && takesTexts(shape, answer.targets) ? { ...answer, lost: [] } : undefined;
    });
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
      if (!fitting) return undefined;
      const targets = fitting.target.split(FORM_SEPARATOR);
      // Of an equal source, whoever translated it knew what they left out.
      const lost =
        fitting.likeness === 100 || unit.sources.length > 1
          ? []
          : lostPlaceables(unit.sources[0] ?? "", targets[0] ?? "");
      return { targets, quality: fitting.quality, lost };
    });
  }
}
