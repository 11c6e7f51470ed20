import type { EditorSuggestion } from "@/lib/domain/editor/context";
import type { EditorFinding, EditorUnit } from "@/lib/domain/editor/unit";
import { STATE, type UnitState } from "@/lib/text/codes";
import { afterPaint } from "./after-paint";
import type { LocalDraft } from "./drafts";
import { conflictOf, type EditorState, type Notice } from "./editor-state";
import { joined, type Move, MovingList } from "./moving";
import { alreadySaved, describeState, equalTexts, openingOf, padded, stateToSave } from "./texts";

const DRAFT_MS = 200;

/** A list that one writes in: drafts, saves, suggestions, and what is thrown away. */
export abstract class WritingList extends MovingList {
  /** What the checks in the browser found in the text being written. */
  liveFindings: readonly EditorFinding[] | undefined;
  /** Whether what was typed is saved when the string is left; else it stays as its draft. */
  savesOnLeaving = false;
  /** When the open string was last written in, in milliseconds; 0 when it was not. */
  typedAt = 0;
  /** The last call for the caret that a field has answered. */
  answered = 0;
  protected readonly notices = new Map<number, Notice>();
  protected needsTouched = false;
  protected draftTimer: ReturnType<typeof setTimeout> | undefined;

  protected reason(said: string | undefined): string {
    return said ?? this.t("editor.refusedByServer");
  }

  protected opened(unit: EditorUnit, local: LocalDraft | undefined): Partial<EditorState> {
    const entry = this.outbox?.get(unit.id);
    const opening = openingOf(unit, this.forms(unit), local, entry);
    this.needsTouched = false;
    this.liveFindings = undefined;
    const refused: Notice | undefined =
      entry?.status === "refused"
        ? {
            tone: "error",
            text: this.t(entry.kind ? "editor.notSuggestedKept" : "editor.notSavedKept", {
              reason: this.reason(entry.reason),
            }),
            suggest: !entry.kind && this.suggestingDenial(unit) === null,
          }
        : undefined;
    return {
      texts: opening.texts,
      needs: opening.needs,
      keep: entry?.keep ?? false,
      base: opening.base,
      draft: opening.fromDraft ? "kept" : "none",
      conflict: conflictOf(entry),
      notice: refused ?? this.notices.get(unit.id),
      from: local?.from,
      undecided: entry !== undefined && entry.status !== "waiting",
      discarded: undefined,
    };
  }

  /** Opens a string of the list. What was typed in the one before stays as its draft. */
  open(id: number, move: Move = {}): void {
    const unit = this.loader.get(id);
    if (!unit) return;
    const left = this.savesOnLeaving ? this.current() : undefined;
    if (left && left.id !== id && this.touched(left) && this.denial(left) === null && !this.state.undecided)
      this.queue(left, stateToSave(this.state.texts, { needs: this.state.needs, approve: false }));
    this.writeDraft();
    void this.drafts?.mirror();
    const opened = this.opened(unit, this.drafts?.read(id));
    this.state = { ...this.state, ...opened, cursor: id, loading: false };
    this.typedAt = 0;
    const { revision, rows, focus, total } = this.state;
    this.set({
      revision: revision + 1,
      rows: rows + 1,
      // A decision is taken with single keys, so the caret stays out of the field.
      focus: move.focus && !opened.conflict ? focus + 1 : focus,
      said: joined(
        move.say,
        this.t("editor.announce.position", {
          place: this.place(),
          total,
          state: describeState(this.t, unit.state),
        }),
      ),
    });
    const address = this.address(unit);
    afterPaint(() => {
      if (move.jump) window.history.pushState(null, "", address);
      // Of several steps the last one stands.
      else if (this.state.cursor === id) window.history.replaceState(null, "", address);
    });
    this.lookAhead();
  }

  /** A letter was typed. */
  type(form: number, text: string): void {
    if (this.state.texts[form] === text) return;
    const texts = [...this.state.texts];
    texts[form] = text;
    this.change({ texts });
  }

  /** Puts texts into the fields otherwise than by typing. */
  use(texts: readonly string[]): void {
    const unit = this.current();
    if (!unit) return;
    const { revision, focus } = this.state;
    this.change({ texts: padded(texts, this.forms(unit)), revision: revision + 1, focus: focus + 1 });
  }

  /** Puts a suggestion into the fields, to be saved with changes in the name of its author. */
  improve({ id, author, targets }: Pick<EditorSuggestion, "id" | "author" | "targets">): void {
    this.use(targets);
    this.change({ from: { id, author } });
  }

  /** What is in the fields is one's own text, whatever it was made from. */
  disown(): void {
    this.change({ from: undefined });
  }

  /** Whether the translations of an edited source text are to be kept. */
  setKeep(keep: boolean): void {
    this.set({ keep });
  }

  setNeeds(needs: boolean): void {
    this.needsTouched = true;
    this.change({ needs, said: this.t(needs ? "editor.announce.needsEditingOn" : "editor.announce.needsEditingOff") });
  }

  protected change(change: Partial<EditorState>): void {
    this.typedAt = Date.now();
    // Whoever works on a string means it to be right, unless they say otherwise.
    const needs = change.needs ?? (this.needsTouched || !change.texts ? this.state.needs : false);
    this.set({ ...change, needs, discarded: undefined });
    clearTimeout(this.draftTimer);
    this.draftTimer = setTimeout(() => this.writeDraft(), DRAFT_MS);
  }

  /** Whether the fields say something else than what is stored. */
  isTouched(): boolean {
    const unit = this.current();
    return unit !== undefined && this.touched(unit);
  }

  protected touched(unit: EditorUnit): boolean {
    return !equalTexts(this.state.texts, padded(unit.targets, this.forms(unit)));
  }

  /** Writes down what has been typed, or forgets it when it says what is stored already. */
  protected writeDraft(): void {
    clearTimeout(this.draftTimer);
    const unit = this.current();
    if (!unit || !this.drafts) return;
    const { texts, needs, base, from, undecided } = this.state;
    // What waits for a decision holds the text itself.
    if (undecided) {
      this.outbox?.revise(unit.id, texts, stateToSave(texts, { needs, approve: false }));
      return;
    }
    if (!this.touched(unit)) {
      if (this.mark(unit.id) === "draft") this.forgetDraft(unit.id);
      if (this.state.draft !== "none") this.set({ draft: "none", rows: this.state.rows + 1 });
      return;
    }
    const before = this.drafts.read(unit.id);
    const known = before && equalTexts(before.targets, texts) && before.needs === needs;
    if (known && before.from?.id === from?.id) return;
    const kept = this.drafts.keep(unit.id, { targets: [...texts], needs, base, from, at: Date.now() });
    this.set({ draft: kept ? "kept" : "lost", rows: this.state.rows + 1 });
  }

  protected forgetDraft(id: number): void {
    this.drafts?.drop(id);
    const unit = this.loader.get(id);
    if (unit?.draft) this.loader.put({ ...unit, draft: null });
  }

  /** Throws away what has been typed; `undiscard` brings it back. */
  discard(): void {
    const unit = this.current();
    if (!unit) return;
    const { texts, needs, base, undecided } = this.state;
    clearTimeout(this.draftTimer);
    if (!undecided) this.forgetDraft(unit.id);
    // A save that is on its way was meant.
    this.dropUndecided(unit.id);
    this.notices.delete(unit.id);
    const fresh = this.opened(this.loader.get(unit.id) ?? unit, this.drafts?.read(unit.id));
    this.state = { ...this.state, ...fresh };
    this.set({
      discarded: { texts, needs, base, fromDraft: true },
      revision: this.state.revision + 1,
      rows: this.state.rows + 1,
      said: this.t("editor.announce.discarded"),
    });
  }

  undiscard(): void {
    const { discarded, revision, focus } = this.state;
    if (!discarded) return;
    const { texts, needs, base } = discarded;
    this.change({ texts, needs, base, revision: revision + 1, focus: focus + 1 });
    this.writeDraft();
  }

  /** Saves what has been typed, and goes on unless told to stay. */
  save(how: { stay?: boolean; approve?: boolean; needs?: boolean } = {}): void {
    const unit = this.current();
    if (!unit || !this.outbox) return;
    const why = this.denial(unit);
    if (why) {
      if (this.suggestingDenial(unit) === null) this.suggest();
      else this.refuse(why.text);
      return;
    }
    const { texts, conflict } = this.state;
    const state = stateToSave(texts, { needs: how.needs ?? this.state.needs, approve: how.approve ?? false });
    const undecided = this.outbox.get(unit.id);
    const idle =
      !conflict &&
      (undecided?.status ?? "waiting") === "waiting" &&
      !this.touched(unit) &&
      alreadySaved(unit.state, state);
    if (idle) this.writeDraft();
    else this.queue(unit, state);
    const say = this.t(idle ? "editor.announce.nothingToSave" : "editor.announce.saved");
    if (how.stay) this.set({ said: say, rows: this.state.rows + 1 });
    else void this.step(1, { focus: true, free: true, say });
  }

  protected refuse(text: string): void {
    this.set({ alarm: text, notice: { tone: "error", text } });
  }

  /** Sends what has been typed as a suggestion, and goes on; the string stays as it is. */
  suggest(): void {
    const unit = this.current();
    if (!unit || !this.outbox) return;
    const { texts, conflict } = this.state;
    const over = conflict?.theirs ?? unit;
    const why =
      this.suggestingDenial(unit)?.text ?? this.emptySuggestion(texts, padded(over.targets, this.forms(unit)));
    if (why !== undefined) {
      this.refuse(why);
      return;
    }
    this.sendSuggestion(unit, over, texts);
    void this.step(1, { focus: true, free: true, say: this.t("editor.announce.suggested") });
  }

  protected emptySuggestion(texts: readonly string[], stored: readonly string[]): string | undefined {
    if (texts.every((text) => text.trim() === "")) return this.t("editor.suggestNothing");
    return equalTexts(texts, stored) ? this.t("editor.suggestSame") : undefined;
  }

  /** Queues a suggestion in place of what the text was before: a draft, or what the server did not take. */
  protected sendSuggestion(unit: EditorUnit, over: EditorUnit, texts: readonly string[]): void {
    clearTimeout(this.draftTimer);
    this.dropUndecided(unit.id);
    this.outbox?.put({
      kind: "suggest",
      unit: unit.id,
      targets: [...texts],
      sources: [...unit.sources],
      state: over.state,
      base: over.version,
      before: [...over.targets],
      stateBefore: over.state,
      href: this.address(unit),
      title: unit.sources[0] ?? "",
    });
    this.notices.delete(unit.id);
    this.handDraftOver(unit.id);
    this.handled.add(unit.id);
    this.loader.put({ ...over, draft: null });
    const opened = this.opened(this.loader.get(unit.id) ?? over, this.drafts?.read(unit.id));
    this.set({ ...opened, revision: this.state.revision + 1, rows: this.state.rows + 1 });
  }

  /** The queue holds the text from here on; the server forgets its copy when it arrives. A draft beside it stays. */
  protected handDraftOver(id: number): void {
    if (!this.state.undecided) this.drafts?.drop(id, false);
  }

  /** What waits for a person is decided: its text goes on in another way. */
  protected dropUndecided(id: number): void {
    if ((this.outbox?.get(id)?.status ?? "waiting") !== "waiting") this.outbox?.drop(id);
  }

  protected queue(unit: EditorUnit, state: UnitState): void {
    const { texts, base, conflict, from, keep } = this.state;
    const over = conflict?.theirs ?? unit;
    clearTimeout(this.draftTimer);
    const findings = state === STATE.EMPTY ? [] : [...(this.liveFindings ?? unit.findings)];
    const previousSources = state >= STATE.TRANSLATED ? [] : unit.previousSources;
    this.loader.put({ ...unit, targets: [...texts], state, previousSources, findings, draft: null });
    this.handled.add(unit.id);
    this.notices.delete(unit.id);
    this.handDraftOver(unit.id);
    const settled = {
      undecided: false,
      conflict: undefined,
      draft: "none",
      discarded: undefined,
      notice: undefined,
      from: undefined,
    };
    this.state = { ...this.state, ...settled } as EditorState;
    if (this.outbox?.get(unit.id)?.kind) this.dropUndecided(unit.id);
    this.outbox?.put({
      unit: unit.id,
      targets: [...texts],
      state,
      base: conflict ? over.version : base,
      suggestion: from?.id,
      keep: keep || undefined,
      before: [...over.targets],
      stateBefore: over.state,
      href: this.address(unit),
      title: unit.sources[0] ?? "",
    });
  }

  /** Decides a conflict: their text stays, ours is saved over it, or it is suggested. */
  resolve(choice: "theirs" | "mine" | "suggestion"): void {
    const unit = this.current();
    const { conflict } = this.state;
    if (!unit || !conflict) return;
    if (choice !== "theirs") {
      this.set({ texts: conflict.mine });
      if (choice === "mine") this.save();
      else this.suggest();
      return;
    }
    this.outbox?.drop(unit.id);
    this.forgetDraft(unit.id);
    this.loader.put({ ...conflict.theirs, draft: null });
    this.set({ texts: padded(conflict.theirs.targets, this.forms(unit)), conflict: undefined, draft: "none" });
    void this.step(1, { focus: true, say: this.t("editor.announce.theirsKept") });
  }
}
