import type { Texts } from "#texts";
import type { EditorFinding, EditorUnit } from "@/lib/domain/editor/unit";
import { STATE, type UnitState } from "@/lib/text/codes";
import type { LocalDraft } from "./drafts";
import {
  conflictOf,
  type EditorInput,
  type EditorState,
  type FormOutcome,
  type Notice,
  noticeOf,
} from "./editor-state";
import { aheadOf, extended, pieceOf } from "./list";
import { whenIdle } from "./loader";
import { OpenList } from "./open-list";
import type { OutboxEntry, OutboxListener } from "./outbox";
import { alreadySaved, describeState, equalTexts, openingOf, padded, stateToSave, wordsOf } from "./texts";

const DRAFT_MS = 200;
const REFILL_AT = 20;
const PREFETCHED = 3;

/** Sentences one after the other. */
const joined = (...sentences: (string | undefined)[]) => sentences.filter(Boolean).join(" ");

/** How a string is opened. */
interface Move {
  /** Leaves a step for the browser's Back. */
  jump?: boolean;
  /** Puts the caret into the field. */
  focus?: boolean;
  /** Said before the string's place. */
  say?: string;
}

/** The editor's state, outside of React: components subscribe to the parts they show. Moving, writing, saving. */
export class EditorStore extends OpenList implements OutboxListener {
  /** What the checks in the browser found in the text being written. */
  liveFindings: readonly EditorFinding[] | undefined;
  /** The last call for the caret that a field has answered. */
  answered = 0;
  private readonly notices = new Map<number, Notice>();
  private needsTouched = false;
  private draftTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    input: EditorInput,
    private readonly t: Texts,
  ) {
    super(input);
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
    if (outbox && drafts) {
      drafts.onSignedOut = () => outbox.markSignedOut();
      ends.push(
        drafts.start(),
        outbox.start(this),
        outbox.subscribe(() => this.refresh()),
      );
      this.showWaiting(this.state.order);
    }
    const leave = () => this.writeDraft();
    const back = () => void this.followAddress();
    window.addEventListener("pagehide", leave);
    window.addEventListener("popstate", back);
    const unit = this.current();
    if (unit && !this.state.conflict && !this.state.notice) {
      const opened = this.opened(unit, this.drafts?.read(unit.id));
      this.set({ ...opened, revision: this.state.revision + 1 });
    }
    this.refresh();
    this.lookAhead();
    return () => {
      this.writeDraft();
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("popstate", back);
      for (const end of ends.reverse()) end();
    };
  }

  private reason(said: string | undefined): string {
    return said ?? this.t("editor.refusedByServer");
  }

  private opened(unit: EditorUnit, local: LocalDraft | undefined): Partial<EditorState> {
    const entry = this.outbox?.get(unit.id);
    const opening = openingOf(unit, this.forms(unit), local, entry);
    this.needsTouched = false;
    this.liveFindings = undefined;
    const refused: Notice | undefined =
      entry?.status === "refused"
        ? { tone: "error", text: this.t("editor.notSavedKept", { reason: this.reason(entry.reason) }) }
        : undefined;
    return {
      texts: opening.texts,
      needs: opening.needs,
      base: opening.base,
      draft: opening.fromDraft ? "kept" : "none",
      conflict: conflictOf(entry),
      notice: refused ?? this.notices.get(unit.id),
      discarded: undefined,
    };
  }

  /** Opens a string of the list. What was typed in the one before stays as its draft. */
  open(id: number, move: Move = {}): void {
    const unit = this.loader.get(id);
    if (!unit) return;
    this.writeDraft();
    const opened = this.opened(unit, this.drafts?.read(id));
    this.state = { ...this.state, ...opened, cursor: id };
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
    setTimeout(() => {
      if (move.jump) window.history.pushState(null, "", address);
      else window.history.replaceState(null, "", address);
    }, 0);
    this.lookAhead();
  }

  /** Opens the string some places further on. */
  async step(by: number, move: Move = {}): Promise<void> {
    let next = this.neighbour(by);
    if (next === undefined) {
      await this.more(by > 0 ? "later" : "earlier");
      next = this.neighbour(by);
    }
    if (next !== undefined) this.open(next, move);
    else if (by < 0) this.say(this.t("editor.announce.first"));
    else if (this.state.first + this.state.order.length < this.state.total)
      this.say(this.t("editor.announce.notLoaded"));
    else this.finish(move.say);
  }

  private neighbour(by: number): number | undefined {
    const { cursor, order } = this.state;
    return order[(cursor === undefined ? order.length : order.indexOf(cursor)) + by];
  }

  /** The end of the list: nothing is open. */
  private finish(say?: string): void {
    this.writeDraft();
    this.set({
      cursor: undefined,
      rows: this.state.rows + 1,
      said: joined(say, this.t("editor.announce.last")),
    });
  }

  /** Opens the string at a place of the list, from 0. */
  async jump(offset: number): Promise<void> {
    const wanted = Math.max(0, Math.min(offset, this.state.total - 1));
    const known = this.state.order[wanted - this.state.first];
    if (known !== undefined) this.open(known, { jump: true, focus: true });
    else await this.replace({ offset: String(wanted) }, { jump: true, focus: true });
  }

  /** The address was changed by Back or Forward. */
  private async followAddress(): Promise<void> {
    const checksum = new URLSearchParams(window.location.search).get("checksum");
    const found = checksum ? this.loader.byChecksum(checksum) : undefined;
    if (found && this.state.order.includes(found.id)) this.open(found.id);
    else if (checksum) await this.replace({ checksum }, {});
  }

  private async replace(where: { offset: string } | { checksum: string }, move: Move): Promise<void> {
    this.set({ loading: true });
    const window = await this.loader.around(where);
    if (!window?.cursor) return this.set({ loading: false, said: this.t("editor.announce.stringNotLoaded") });
    this.showWaiting(window.units.map((unit) => unit.id));
    this.set({ ...pieceOf(window), loading: false });
    this.open(window.cursor, move);
  }

  private async more(at: "later" | "earlier"): Promise<void> {
    const units = await this.loader.more(this.state, at);
    if (units.length === 0) return;
    this.showWaiting(units.map((unit) => unit.id));
    this.set({ ...extended(this.state, units, at), rows: this.state.rows + 1 });
  }

  /** After a move: what the next moves will need. */
  private lookAhead(): void {
    const { cursor, order, first } = this.state;
    if (cursor === undefined) return;
    const index = order.indexOf(cursor);
    const { loaded, beyond } = aheadOf(this.state, index);
    if (loaded < REFILL_AT && beyond > 0) void this.more("later");
    else if (index < REFILL_AT && first > 0) void this.more("earlier");
    whenIdle(async () => {
      if (await this.loader.prefetch(order.slice(index, index + 1 + PREFETCHED))) this.refresh();
    });
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

  setNeeds(needs: boolean): void {
    this.needsTouched = true;
    this.change({ needs, said: this.t(needs ? "editor.announce.needsEditingOn" : "editor.announce.needsEditingOff") });
  }

  private change(change: Partial<EditorState>): void {
    // Whoever works on a string means it to be right, unless they say otherwise.
    const needs = change.needs ?? (this.needsTouched || !change.texts ? this.state.needs : false);
    this.set({ ...change, needs, discarded: undefined });
    clearTimeout(this.draftTimer);
    this.draftTimer = setTimeout(() => this.writeDraft(), DRAFT_MS);
  }

  private touched(unit: EditorUnit): boolean {
    return !equalTexts(this.state.texts, padded(unit.targets, this.forms(unit)));
  }

  /** Writes down what has been typed, or forgets it when it says what is stored already. */
  private writeDraft(): void {
    clearTimeout(this.draftTimer);
    const unit = this.current();
    if (!unit || !this.drafts) return;
    const { texts, needs, base } = this.state;
    const entry = this.outbox?.get(unit.id);
    // A save that waits for a decision holds the text itself.
    if (entry && entry.status !== "waiting") {
      this.outbox?.revise(unit.id, texts, stateToSave(texts, { needs, approve: false }));
      return;
    }
    if (!this.touched(unit)) {
      if (this.mark(unit.id) === "draft") this.forgetDraft(unit.id);
      if (this.state.draft !== "none") this.set({ draft: "none", rows: this.state.rows + 1 });
      return;
    }
    const before = this.drafts.read(unit.id);
    if (before && equalTexts(before.targets, texts) && before.needs === needs) return;
    const kept = this.drafts.keep(unit.id, { targets: [...texts], needs, base, at: Date.now() });
    this.set({ draft: kept ? "kept" : "lost", rows: this.state.rows + 1 });
  }

  private forgetDraft(id: number): void {
    this.drafts?.drop(id);
    const unit = this.loader.get(id);
    if (unit?.draft) this.loader.put({ ...unit, draft: null });
  }

  /** Throws away what has been typed; `undiscard` brings it back. */
  discard(): void {
    const unit = this.current();
    if (!unit) return;
    const { texts, needs, base } = this.state;
    clearTimeout(this.draftTimer);
    this.forgetDraft(unit.id);
    this.outbox?.drop(unit.id);
    this.notices.delete(unit.id);
    const fresh = this.opened(this.loader.get(unit.id) ?? unit, undefined);
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
      this.set({ alarm: why.text, notice: { tone: "error", text: why.text } });
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
    else void this.step(1, { focus: true, say });
  }

  private queue(unit: EditorUnit, state: UnitState): void {
    const { texts, base, conflict } = this.state;
    const over = conflict?.theirs ?? unit;
    clearTimeout(this.draftTimer);
    const findings = state === STATE.EMPTY ? [] : [...(this.liveFindings ?? unit.findings)];
    const previousSources = state >= STATE.TRANSLATED ? [] : unit.previousSources;
    this.loader.put({ ...unit, targets: [...texts], state, previousSources, findings, draft: null });
    this.handled.add(unit.id);
    this.notices.delete(unit.id);
    this.state = { ...this.state, conflict: undefined, draft: "none", discarded: undefined, notice: undefined };
    this.outbox?.put({
      unit: unit.id,
      targets: [...texts],
      state,
      base: conflict ? over.version : base,
      before: [...over.targets],
      stateBefore: over.state,
      href: this.address(unit),
      title: unit.sources[0] ?? "",
    });
    // The queue holds the text from here on; the server forgets its copy when the save arrives.
    this.drafts?.drop(unit.id, false);
  }

  /** Decides a conflict: their text stays, or ours is saved over it. */
  resolve(choice: "theirs" | "mine"): void {
    const unit = this.current();
    const { conflict } = this.state;
    if (!unit || !conflict) return;
    if (choice === "mine") {
      this.set({ texts: conflict.mine });
      this.save();
      return;
    }
    this.outbox?.drop(unit.id);
    this.forgetDraft(unit.id);
    this.loader.put({ ...conflict.theirs, draft: null });
    this.set({ texts: padded(conflict.theirs.targets, this.forms(unit)), conflict: undefined, draft: "none" });
    void this.step(1, { focus: true, say: this.t("editor.announce.theirsKept") });
  }

  onSaved(entry: OutboxEntry, { unit, adjusted, enforced }: Parameters<OutboxListener["onSaved"]>[1]): void {
    if (!this.loader.get(entry.unit)) return;
    const open = this.state.cursor === unit.id;
    const { texts, rows, revision } = this.state;
    const change: Partial<EditorState> = { rows: rows + 1 };
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

  onDecision(entry: OutboxEntry): void {
    const known = this.loader.get(entry.unit);
    // What was shown as saved is not: the string says again what it said before.
    if (known) this.loader.put(entry.theirs ?? { ...known, targets: entry.before, state: entry.stateBefore });
    const title = wordsOf(entry.title);
    const alarm =
      entry.status === "needs-you"
        ? this.t("editor.announce.conflict", { title })
        : this.t("editor.announce.refused", { title, reason: this.reason(entry.reason) });
    const unit = this.current();
    this.set({
      alarm,
      rows: this.state.rows + 1,
      ...(unit?.id === entry.unit ? { ...this.opened(unit, undefined), revision: this.state.revision + 1 } : {}),
    });
  }

  /** Without script the page comes back for the string that was sent, wherever its list stands now. */
  private goTo({ unitId, current }: FormOutcome): void {
    if (unitId === this.state.cursor || !current) return;
    this.loader.put(current);
    Object.assign(this.state, { cursor: unitId, order: [unitId], first: 0, total: 1 });
  }

  private takeOutcome(outcome: FormOutcome): void {
    const { current, yours, before, by, reason, needs } = outcome;
    Object.assign(this.state, { texts: yours, needs });
    if (outcome.kind === "conflict" && current)
      this.state.conflict = { theirs: current, by: by ?? null, before, mine: yours };
    else this.state.notice = { tone: "error", text: this.t("editor.notSaved", { reason: this.reason(reason) }) };
  }
}
