import type { Texts } from "#texts";
import type { ReviewFacts } from "@/lib/domain/editor/review";
import type { ReviewAct, ReviewOutcome } from "@/lib/domain/editor/review-string";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { STATE } from "@/lib/text/codes";
import { fetchReview, type Refusal, sendReview } from "./requests";
import { wordsOf } from "./texts";

/** What a review is opened with. */
export interface ReviewInput {
  /** Sums of risks, by id. */
  risks: readonly (readonly [number, number])[];
  facts: readonly ReviewFacts[];
  waiting: number;
  /** The reader's own texts, which somebody else has to approve. */
  own: number;
}

/** The list that is reviewed. */
export interface ReviewHost {
  readonly state: { readonly order: readonly number[]; readonly cursor: number | undefined };
  readonly head: { readonly viewer: { readonly id: number } | null };
  current(): EditorUnit | undefined;
  unit(id: number): EditorUnit | undefined;
  /** Shows a string as it will be; gives what shows it again as it was. */
  showAs(id: number, change: Pick<EditorUnit, "state" | "targets">): () => void;
  takeStanding(unit: EditorUnit): void;
  warn(text: string): void;
  say(text: string): void;
  signedOut(): void;
  step(by: number, move: { say?: string }): Promise<void>;
  show(id: number, move: object): Promise<void>;
  redraw(): void;
}

/** Strings that are approved with one press at most. */
const MOST_AT_ONCE = 50;
const FACTS_AT_ONCE = 40;

/** How an act is taken back, and where. */
interface Undo {
  what: (version: number) => ReviewAct;
  unit: number;
  title: string;
}

/** Reviewing a list: what each text is compared with, decisions, and taking the last one back. */
export class Review {
  readonly own: number;
  private readonly waited: number;
  /** Strings that were decided here. */
  private readonly decided = new Set<number>();
  private readonly risks: ReadonlyMap<number, number>;
  private readonly facts = new Map<number, ReviewFacts>();
  private readonly done: Undo[] = [];
  /** Decisions go to the server one after the other. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly host: ReviewHost,
    input: ReviewInput,
    private readonly t: Texts,
  ) {
    this.risks = new Map(input.risks);
    this.waited = input.waiting;
    this.own = input.own;
    for (const facts of input.facts) this.facts.set(facts.unitId, facts);
  }

  risksOf(id: number): number {
    return this.facts.get(id)?.risks ?? this.risks.get(id) ?? 0;
  }

  factsOf(id: number): ReviewFacts | undefined {
    return this.facts.get(id);
  }

  /** Strings that wait for somebody. */
  get waiting(): number {
    return Math.max(0, this.waited - this.decided.size);
  }

  /** Whether there is something to take back. */
  get undoable(): boolean {
    return this.done.length > 0;
  }

  /** Asks what strings are compared with, the open one and those that follow. */
  async lookAhead(): Promise<void> {
    const { order, cursor } = this.host.state;
    if (cursor === undefined) return;
    const at = order.indexOf(cursor);
    const missing = order.slice(at, at + FACTS_AT_ONCE).filter((id) => !this.facts.has(id));
    if (missing.length === 0 || (this.facts.has(cursor) && missing.length < FACTS_AT_ONCE / 2)) return;
    for (const facts of (await fetchReview(missing)) ?? []) this.facts.set(facts.unitId, facts);
    this.host.redraw();
  }

  /** Whether a text waits for the reviewer. */
  waits(unit: EditorUnit): boolean {
    return unit.state === STATE.TRANSLATED;
  }

  /** The open string and those behind it that wait, as many as are approved with one press. */
  rest(): EditorUnit[] {
    const { order, cursor } = this.host.state;
    const at = cursor === undefined ? order.length : order.indexOf(cursor);
    return order.slice(at, at + MOST_AT_ONCE).flatMap((id) => {
      const unit = this.host.unit(id);
      return unit && this.waits(unit) ? [unit] : [];
    });
  }

  approve(units: readonly EditorUnit[]): void {
    const [first] = units;
    if (!first) return;
    const strings = units.map(({ id: unit, version }) => ({ unit, version }));
    this.decide({ act: "approve", strings }, units, STATE.APPROVED, ({ units: now, left }) => {
      const out = new Set(left.map(({ unit }) => unit));
      const approved = now.filter(({ id }) => !out.has(id)).map(({ id: unit, version }) => ({ unit, version }));
      return approved.length === 0 ? undefined : () => ({ act: "unapprove", strings: approved });
    });
    void this.host.step(units.length, { say: this.t("editor.review.approved", { count: units.length }) });
  }

  reject(unit: EditorUnit, reason: string): void {
    const { id, version } = unit;
    this.decide({ act: "reject", unit: id, version, reason }, [unit], STATE.NEEDS_EDITING, ({ comment }) => (now) => ({
      act: "unreject",
      unit: id,
      version: now,
      comment: comment ?? null,
    }));
    void this.host.step(1, { say: this.t("editor.review.rejected") });
  }

  suggest(unit: EditorUnit): void {
    const { id, version } = unit;
    const facts = this.facts.get(id);
    const before = facts?.wasApproved ? facts.before : unit.targets.map(() => "");
    this.decide(
      { act: "suggest", unit: id, version },
      [{ ...unit, targets: [...before] }],
      facts?.wasApproved ? STATE.APPROVED : STATE.EMPTY,
      ({ suggestion }) =>
        suggestion === undefined ? undefined : (now) => ({ act: "unsuggest", unit: id, suggestion, version: now }),
    );
    void this.host.step(1, { say: this.t("editor.review.suggested") });
  }

  /** Takes the last decision back, and opens its string. */
  undo(): void {
    this.last = this.last.then(async () => {
      const undo = this.done.pop();
      if (!undo) return this.host.say(this.t("editor.review.nothingToUndo"));
      const outcome = await this.send(undo.what(this.host.unit(undo.unit)?.version ?? 0));
      if ("kind" in outcome) {
        this.done.push(undo);
        this.fail(outcome, undo.title);
        return;
      }
      for (const unit of outcome.units) {
        this.decided.delete(unit.id);
        this.host.takeStanding(unit);
      }
      const [kept] = outcome.left;
      if (kept) this.host.warn(this.t("editor.review.failed", { title: undo.title, reason: kept.reason }));
      else this.host.say(this.t("editor.review.undone"));
      await this.host.show(undo.unit, {});
    });
  }

  private send(what: ReviewAct): Promise<ReviewOutcome | Refusal> {
    return sendReview(what, this.host.head.viewer?.id ?? 0);
  }

  /** Shows a decision at once, sends it, and takes in what came of it. */
  private decide(
    what: ReviewAct,
    units: readonly EditorUnit[],
    state: EditorUnit["state"],
    undo: (outcome: ReviewOutcome) => Undo["what"] | undefined,
  ): void {
    const [first] = units;
    if (!first) return;
    const title = wordsOf(first.sources[0] ?? "");
    const back = units.map(({ id, targets }) => this.host.showAs(id, { state, targets }));
    this.last = this.last.then(async () => {
      const outcome = await this.send(what);
      if ("kind" in outcome) {
        for (const show of back) show();
        this.fail(outcome, title);
        return;
      }
      for (const unit of outcome.units) {
        this.host.takeStanding(unit);
        this.facts.delete(unit.id);
        if (unit.state !== STATE.TRANSLATED) this.decided.add(unit.id);
      }
      const [kept] = outcome.left;
      if (kept)
        this.host.warn(
          this.t("editor.review.left", { count: outcome.left.length, total: units.length, reason: kept.reason }),
        );
      const takenBack = undo(outcome);
      if (takenBack) this.done.push({ what: takenBack, unit: first.id, title });
      this.host.redraw();
    });
  }

  private fail(refusal: Refusal, title: string): void {
    if (refusal.kind === "signed-out") {
      this.host.signedOut();
      return;
    }
    const reason = (refusal.kind === "refused" ? refusal.text : undefined) ?? this.t("editor.review.notReached");
    this.host.warn(this.t("editor.review.failed", { title, reason }));
  }
}
