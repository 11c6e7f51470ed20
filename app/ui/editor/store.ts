import type { Texts } from "#texts";
import type { SuggestOutcome } from "@/lib/domain/editor/suggest-string";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { type EditorInput, type EditorState, type FormOutcome, type Notice, noticeOf } from "./editor-state";
import { type LiveHost, LiveLine } from "./live";
import type { OutboxEntry, OutboxListener } from "./outbox";
import { sendDismissal, sendTerm, type TermRequest } from "./requests";
import { Review, type ReviewHost } from "./review";
import { equalTexts, padded, stateToSave, wordsOf } from "./texts";
import { WritingList } from "./writing";

/** The editor's state, outside of React: components subscribe to the parts they show. What the server answers is taken in. */
export class EditorStore extends WritingList implements OutboxListener, LiveHost, ReviewHost {
  readonly review: Review | undefined;

  constructor(input: EditorInput, t: Texts) {
    super(input, t);
    this.review = input.review && new Review(this, input.review, t);
    const { outcome } = input;
    if (outcome) this.goTo(outcome);
    const unit = this.current();
    if (unit) Object.assign(this.state, this.opened(unit, undefined));
    if (outcome && unit) this.takeOutcome(outcome);
  }

  /** Begins to keep, to send and to load; gives what ends it. */
  start(): () => void {
    const ends: (() => void)[] = [];
    const { outbox, drafts } = this;
    const leave = () => this.writeDraft();
    // Before the drafts' own, which send what is written.
    window.addEventListener("pagehide", leave);
    if (outbox && drafts) {
      drafts.onSignedOut = () => outbox.markSignedOut();
      ends.push(
        drafts.start(),
        outbox.start(this),
        outbox.subscribe(() => this.refresh()),
      );
      this.showWaiting(this.state.order);
    }
    if (this.head.viewer) ends.push(new LiveLine(this, this.list.key, this.head.viewer.id).start());
    const back = () => void this.followAddress();
    window.addEventListener("popstate", back);
    const unit = this.current();
    if (unit && !this.state.conflict && !this.state.notice) {
      const opened = this.opened(unit, this.drafts?.read(unit.id));
      this.set({ ...opened, revision: this.state.revision + 1 });
    }
    this.refresh();
    this.lookAhead();
    // A page that was kept for times without a network may be older than the address.
    const asked = new URLSearchParams(window.location.search).get("checksum");
    if (asked && unit && asked !== unit.checksum) void this.followAddress();
    return () => {
      this.writeDraft();
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("popstate", back);
      for (const end of ends.reverse()) end();
    };
  }

  /** Puts the caret into the field, where the viewer may write there and no decision is asked for. */
  takeCaret(): void {
    const unit = this.current();
    if (!unit || !this.head.viewer || this.reviewing || this.state.conflict) return;
    if (this.denial(unit) && this.suggestingDenial(unit)) return;
    this.set({ focus: this.state.focus + 1 });
  }

  /** Dismisses a failing check of the open string, or lets it count again. What is being written stays as it is. */
  async dismiss(
    check: { check: string; name: string },
    how: { dismissed: boolean; everywhere: boolean },
  ): Promise<void> {
    const unit = this.current();
    const { viewer } = this.head;
    if (!unit || !viewer) return;
    const answer = await sendDismissal({ unit: unit.id, check: check.check, account: viewer.id, ...how });
    if ("kind" in answer) {
      const reason = answer.kind === "refused" ? this.reason(answer.text) : "";
      const text =
        answer.kind === "signed-out" ? this.t("editor.dismissSignedOut") : this.t("editor.dismissFailed", { reason });
      this.set({ alarm: text, notice: { tone: "error", text } });
      return;
    }
    this.loader.put({ ...answer, draft: this.loader.get(unit.id)?.draft ?? null });
    this.loader.forgetContext(unit.id);
    const said = this.t(how.dismissed ? "editor.announce.dismissed" : "editor.announce.counted", { check: check.name });
    this.set({ said, rows: this.state.rows + 1 });
    this.lookAhead();
  }

  /** Adds a term to a glossary; what went wrong, if something did. */
  async addTerm(term: Omit<TermRequest, "translation" | "account">): Promise<string | undefined> {
    const { translationId, viewer } = this.head;
    const answer = await sendTerm({ ...term, translation: translationId, account: viewer?.id ?? 0 });
    if (answer.kind === "signed-out") return this.t("editor.dismissSignedOut");
    if (answer.kind !== "added")
      return this.t("editor.dismissFailed", { reason: answer.kind === "refused" ? this.reason(answer.text) : "" });
    // The term may stand in any string.
    this.loader.forgetContexts();
    this.set({ said: this.t("editor.announce.termAdded", { term: term.source.trim() }), rows: this.state.rows + 1 });
    this.lookAhead();
    return undefined;
  }

  onSaved(entry: OutboxEntry, outcome: Parameters<OutboxListener["onSaved"]>[1]): void {
    if (!this.loader.get(entry.unit)) return;
    // A server that is about to be updated tells nothing of equal strings yet.
    const { unit, adjusted, enforced, spread = { taken: 0, suggested: 0, apart: 0 } } = outcome;
    const open = this.state.cursor === unit.id;
    const { texts, rows, revision } = this.state;
    const told = spread.taken + (spread.suggested ?? 0) + spread.apart > 0;
    const change: Partial<EditorState> = {
      rows: rows + 1,
      spread: told ? { ...spread, unit, words: wordsOf(entry.title) } : undefined,
    };
    this.loader.forgetContext(unit.id);
    this.loader.put(unit);
    this.showWaiting([unit.id]);
    const notice = noticeOf(this.t, adjusted, enforced);
    if (notice) {
      this.notices.set(unit.id, notice);
      change.said = `${wordsOf(entry.title)}: ${notice.text}`;
    }
    if (open) Object.assign(change, { base: unit.version, notice: notice ?? this.state.notice });
    // The stored text takes the place of what was sent, unless somebody has typed on.
    if (open && !this.outbox?.get(unit.id) && equalTexts(texts, padded(entry.targets, this.forms(unit))))
      Object.assign(change, { texts: padded(unit.targets, this.forms(unit)), revision: revision + 1 });
    this.set(change);
    if (open) this.lookAhead();
  }

  onSuggested(entry: OutboxEntry, { unit, result }: SuggestOutcome): void {
    const open = this.state.cursor === unit.id;
    this.takeStanding(unit);
    const notice: Notice | undefined =
      result === "made" || result === "accepted"
        ? undefined
        : { tone: "info", text: this.t(result === "same" ? "editor.suggestSame" : "editor.suggestKnown") };
    if (notice) this.notices.set(unit.id, notice);
    this.set({
      rows: this.state.rows + 1,
      ...(notice ? { said: `${wordsOf(entry.title)}: ${notice.text}` } : {}),
      ...(open && notice ? { notice } : {}),
    });
  }

  /** Takes in a string as the server has it now, and asks anew for what stands beside it; what is being typed stays. */
  takeStanding(unit: EditorUnit): void {
    const before = this.loader.get(unit.id);
    if (!before) return;
    const open = this.state.cursor === unit.id;
    const untouched = open && !this.touched(before) && !this.outbox?.get(unit.id);
    this.loader.forgetContext(unit.id);
    this.loader.put(unit);
    this.showWaiting([unit.id]);
    if (untouched) this.state = { ...this.state, ...this.opened(unit, undefined) };
    this.set({ revision: this.state.revision + (untouched ? 1 : 0), rows: this.state.rows + 1 });
    if (open) this.lookAhead();
  }

  override get reviewing(): boolean {
    return this.review !== undefined;
  }

  /** Shows a string as it will be; gives what shows it again as it was. */
  showAs(id: number, change: Pick<EditorUnit, "state" | "targets">): () => void {
    const before = this.loader.get(id);
    if (!before) return () => {};
    const shown = { ...before, ...change };
    this.loader.put(shown);
    this.handled.add(id);
    this.refresh();
    return () => {
      if (this.loader.get(id) === shown) this.loader.put(before);
      this.handled.delete(id);
      this.refresh();
    };
  }

  warn(text: string): void {
    this.refuse(text);
  }

  signedOut(): void {
    this.outbox?.markSignedOut();
  }

  redraw(): void {
    this.refresh();
  }

  get openId(): number | undefined {
    return this.state.cursor;
  }

  has(id: number): boolean {
    return this.loader.get(id) !== undefined;
  }

  forgetFar(most: number): void {
    const kept = new Set(this.around(most));
    if (this.openId !== undefined) kept.add(this.openId);
    this.loader.forgetAllBut(kept);
    this.refresh();
  }

  around(most: number): number[] {
    const { order } = this.state;
    const at = Math.max(0, this.openId === undefined ? 0 : this.indexOf(this.openId));
    const from = Math.max(0, Math.min(at - most / 2, order.length - most));
    return order.slice(from, from + most);
  }

  takeOthers(units: readonly EditorUnit[]): void {
    for (const unit of units) {
      const before = this.loader.get(unit.id);
      // One that comes late tells nothing new.
      if (!before || unit.version < before.version) continue;
      const under = this.state.cursor === unit.id && this.touched(before) && !equalTexts(before.targets, unit.targets);
      this.takeStanding(unit);
      if (under) this.set({ notice: { tone: "warning", text: this.t("editor.live.changedUnder") } });
    }
  }

  /** What stands beside a string is asked for anew. */
  askAnew(id: number): void {
    this.loader.forgetContext(id);
    this.refresh();
    this.lookAhead();
  }

  onDecision(entry: OutboxEntry): void {
    const known = this.loader.get(entry.unit);
    // What was shown as saved is not: the string says again what it said before.
    if (known && !entry.kind)
      this.loader.put(entry.theirs ?? { ...known, targets: entry.before, state: entry.stateBefore });
    const title = wordsOf(entry.title);
    const alarm =
      entry.status === "needs-you"
        ? this.t("editor.announce.conflict", { title })
        : this.t(entry.kind ? "editor.announce.notSuggested" : "editor.announce.refused", {
            title,
            reason: this.reason(entry.reason),
          });
    const unit = this.current();
    const open = unit?.id === entry.unit && this.takeUp(entry, unit);
    this.set({
      alarm,
      rows: this.state.rows + 1,
      ...(open ? { ...this.opened(unit, undefined), revision: this.state.revision + 1 } : {}),
    });
  }

  /** Whether the fields show an entry that came back: not over another text that was typed since. */
  private takeUp(entry: OutboxEntry, unit: EditorUnit): boolean {
    const { texts, needs } = this.state;
    if (entry.kind) return !this.touched(unit);
    // What was typed on while the save was on its way is its newer text.
    const stale = !equalTexts(texts, padded(entry.targets, this.forms(unit)));
    if (stale) this.outbox?.revise(unit.id, texts, stateToSave(texts, { needs, approve: false }));
    return true;
  }

  /** Without script the page comes back for the string that was sent, wherever its list stands now. */
  private goTo({ unitId, current }: FormOutcome): void {
    if (unitId === this.state.cursor || !current) return;
    this.loader.put(current);
    Object.assign(this.state, { cursor: unitId, order: [unitId], first: 0, total: 1, listed: true });
  }

  private takeOutcome(outcome: FormOutcome): void {
    const { current, yours, before, by, reason, needs } = outcome;
    Object.assign(this.state, { texts: yours, needs });
    if (outcome.kind === "conflict" && current)
      this.state.conflict = { theirs: current, by: by ?? null, before, mine: yours };
    else this.state.notice = { tone: "error", text: this.t("editor.notSaved", { reason: this.reason(reason) }) };
  }
}
