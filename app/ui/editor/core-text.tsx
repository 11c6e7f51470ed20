"use client";

import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTexts } from "#texts";
import type { EditorFinding, EditorUnit } from "@/lib/domain/editor/unit";
import { classes } from "../classes";
import type { Core, CoreOptions } from "./core/core";
import { useEditor, useStore } from "./editor-context";
import type { FieldTextProps } from "./field-text";
import { focusedField, registerField } from "./fields";
import type { FindingMark } from "./live-checks";
import { usePreference } from "./preferences";

type Loaded = typeof import("./core/core") &
  Pick<typeof import("./live-checks"), "spansFor" | "findingMarks" | "readyFor">;

let ready: Loaded | undefined;
/** Where the caret was as the box went away. */
let handedOver: { form: number; start: number; end: number } | undefined;
let begun: Promise<void> | undefined;
const watchers = new Set<() => void>();

/** Resolves when no input method is at work in a field: it must not be taken away under it. */
const composed = (composing: () => boolean): Promise<void> =>
  new Promise((done) => {
    if (!composing()) done();
    else document.addEventListener("compositionend", () => setTimeout(done), { once: true });
  });

async function load(): Promise<void> {
  let composing = false;
  const mark = (event: Event) => {
    composing = event.type === "compositionstart";
  };
  document.addEventListener("compositionstart", mark);
  document.addEventListener("compositionend", mark);
  const [core, checks] = await Promise.all([import("./core/core"), import("./live-checks")]);
  await composed(() => composing);
  document.removeEventListener("compositionstart", mark);
  document.removeEventListener("compositionend", mark);
  const { spansFor, findingMarks, readyFor } = checks;
  ready = { ...core, spansFor, findingMarks, readyFor };
  const focused = focusedField();
  handedOver = focused && { form: focused.form, ...focused.selection() };
  for (const watcher of watchers) watcher();
}

/** Loads it once. When that fails, the plain box goes on working, and the next string tries again. */
function begin(): void {
  if (begun) return;
  begun = load().catch(() => {
    begun = undefined;
  });
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The editor's own field, once it has come; undefined for those who want a plain box, and without script. */
export function useLoadedCore(): Loaded | undefined {
  const plain = usePreference("plainField");
  useEffect(() => {
    if (plain) return;
    begin();
  }, [plain]);
  const core = useSyncExternalStore(
    subscribe,
    () => ready,
    () => undefined,
  );
  return plain ? undefined : core;
}

const NO_MARKS: readonly FindingMark[] = [];

/** Where the findings of a form are; none until the checks have looked. */
function useMarks(loaded: Loaded, unit: EditorUnit, form: number, findings: readonly EditorFinding[]) {
  const t = useTexts();
  const store = useStore();
  const text = useEditor((state) => state.texts[form] ?? "");
  const [marks, setMarks] = useState<{ text: string; unit: number; marks: readonly FindingMark[] }>();
  useEffect(() => {
    let stale = false;
    if (findings.length === 0) setMarks(undefined);
    else
      void loaded.readyFor(unit).then(() => {
        const { texts } = store.state;
        const marks = loaded.findingMarks(store.head, unit, texts, findings, t);
        if (!stale) setMarks({ text: texts[form] ?? "", unit: unit.id, marks });
      });
    return () => {
      stale = true;
    };
  }, [loaded, store, unit, form, findings, t]);
  return marks?.unit === unit.id && marks.text === text ? marks.marks : NO_MARKS;
}

/** The editor's own field: one for each form, in which the strings take turns. */
export function CoreText({
  loaded,
  unit,
  form,
  text,
  findings,
  readOnly,
  several,
  attributes,
  onFocus,
  onTyped,
  onMoved,
  onKey,
}: FieldTextProps & { loaded: Loaded }) {
  const t = useTexts();
  const store = useStore();
  const host = useRef<HTMLDivElement>(null);
  const core = useRef<Core>(undefined);
  const protect = usePreference("protect");
  const revision = useEditor((state) => state.revision);
  const marks = useMarks(loaded, unit, form, findings);
  const key = `${unit.id} ${form}`;
  const options: CoreOptions = {
    attributes: {
      ...attributes,
      role: "textbox",
      "aria-multiline": "true",
      ...(readOnly ? { "aria-readonly": "true", contenteditable: "false", tabindex: "0" } : {}),
      spellcheck: "true",
      autocorrect: "on",
      autocapitalize: "sentences",
      class: classes("core-text", !several && "core-tall"),
    },
    readOnly,
    spans: loaded.spansFor(unit),
    protect,
    findings: marks,
    name: t,
  };
  const given = useRef({ options, onFocus, onTyped, onMoved, onKey });
  given.current = { options, onFocus, onTyped, onMoved, onKey };
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes later is told below
  useLayoutEffect(() => {
    if (!host.current) return;
    const field = new loaded.Core(form, host.current, key, store.state.texts[form] ?? "", given.current.options, {
      onText: (written) => store.type(form, written),
      onFocus: () => given.current.onFocus(),
      onTyped: () => given.current.onTyped(),
      onMoved: () => given.current.onMoved(),
      onKey: (event) => given.current.onKey(event),
    });
    core.current = field;
    const forget = registerField(field);
    // It takes the place of the box, where somebody may be writing.
    if (handedOver?.form === form) field.select(handedOver.start, handedOver.end);
    if (handedOver?.form === form) handedOver = undefined;
    return () => {
      forget();
      field.end();
    };
  }, []);
  const shown = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is what brings a text from elsewhere
  useLayoutEffect(() => {
    if (shown.current !== key) core.current?.open(key, text, given.current.options);
    else core.current?.write(text);
    shown.current = key;
  }, [key, revision]);
  const look = JSON.stringify([attributes, readOnly, several, protect]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when something of it looks different
  useLayoutEffect(() => core.current?.set(given.current.options), [look, marks]);
  useEffect(() => {
    let stale = false;
    void loaded.readyFor(unit).then(() => {
      if (!stale) core.current?.set(given.current.options);
    });
    return () => {
      stale = true;
    };
  }, [loaded, unit]);
  return <div ref={host} className="max-h-[50dvh] overflow-y-auto font-string text-[18px]/7" />;
}
