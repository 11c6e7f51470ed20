"use client";

import { type KeyboardEvent, useEffect, useState } from "react";
import { useTexts } from "#texts";
import type { EditorFinding, EditorUnit } from "@/lib/domain/editor/unit";
import { checkTexts, findingText } from "../check-texts";
import { classes } from "../classes";
import { WordDiff } from "../word-diff";
import { useEditor, useStore } from "./editor-context";
import { SEVERITIES } from "./severities";

const BUTTON =
  "min-h-7 rounded-control border border-line-strong bg-surface px-2 text-meta font-medium hover:bg-sunken pointer-coarse:min-h-11";

/** What the check would write instead, once the checks are loaded. */
function useCorrection(unit: EditorUnit, finding: EditorFinding): string | undefined {
  const store = useStore();
  const texts = useEditor((state) => state.texts);
  const [fixed, setFixed] = useState<string | undefined>();
  const { check, form, earlier } = finding;
  useEffect(() => {
    let stale = false;
    if (earlier) {
      // Other forms are put back with it, so the first that differs stands for all.
      setFixed(earlier.find((text, place) => text !== texts[place]));
      return;
    }
    void import("./live-checks").then(async ({ corrected, readyFor }) => {
      await readyFor(unit);
      if (!stale) setFixed(corrected(store.head, unit, texts, { check, form }));
    });
    return () => {
      stale = true;
    };
  }, [store, unit, texts, check, form, earlier]);
  return fixed;
}

const AROUND = 24;

/** Where in the text it is: the first piece that should not be there, with what stands around it. */
function Place({ text, pieces }: { text: string; pieces: readonly string[] }) {
  const { language } = useStore().head;
  const piece = pieces.find((one) => one !== "" && text.includes(one));
  if (piece === undefined) return null;
  const at = text.indexOf(piece);
  const end = at + piece.length;
  return (
    <bdi
      data-string
      lang={language.code.replaceAll("_", "-")}
      dir={language.direction}
      className="mt-0.5 block break-words font-string text-body"
    >
      {at > AROUND ? "…" : ""}
      {text.slice(Math.max(0, at - AROUND), at)}
      <mark className="rounded bg-tint-failing px-0.5 text-ink underline decoration-failing decoration-wavy underline-offset-4">
        {piece}
      </mark>
      {text.slice(end, end + AROUND)}
      {end + AROUND < text.length ? "…" : ""}
    </bdi>
  );
}

function Row({
  unit,
  finding,
  readOnly,
  marked,
}: {
  unit: EditorUnit;
  finding: EditorFinding;
  readOnly: boolean;
  /** Whether the field shows where it is. */
  marked: boolean;
}) {
  const t = useTexts();
  const store = useStore();
  const text = useEditor((state) => state.texts[finding.form] ?? "");
  const fixed = useCorrection(unit, finding);
  const { language, enforcedChecks, mayDismiss, mayDismissEverywhere } = store.head;
  const { Icon, look, word } = SEVERITIES[finding.severity];
  const { name } = checkTexts(t, finding);
  const enforced = enforcedChecks.includes(finding.check);
  // A check that only what is being written fails is not stored yet, and cannot be dismissed before.
  const stored = unit.findings.some(({ check }) => check === finding.check);
  const mayFix = !readOnly && fixed !== undefined;
  const fix = () => {
    const texts = [...store.state.texts];
    if (fixed === undefined) return;
    texts[finding.form] = fixed;
    // What stood there before is put back with all its forms.
    store.use(finding.earlier?.length === texts.length ? [...finding.earlier] : texts);
    store.say(t("editor.announce.fixed", { check: name }));
  };
  const dismiss = (everywhere: boolean) =>
    void store.dismiss({ check: finding.check, name }, { dismissed: true, everywhere });
  const offered = mayDismiss && stored && !enforced;
  const keys = (event: KeyboardEvent<HTMLLIElement>) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && mayFix) fix();
    else if (event.key === "Delete" && offered) dismiss(false);
    else return;
    event.preventDefault();
  };
  return (
    <li
      // F8 moves here, where Enter corrects and Delete dismisses.
      tabIndex={-1}
      data-finding={finding.check}
      onKeyDown={keys}
      className="flex items-start gap-2 rounded-control px-1 py-0.5 text-table focus:outline-2 focus:outline-primary"
    >
      <Icon aria-hidden size={16} className={classes("mt-0.5 shrink-0", look)} />
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-semibold text-ink-2">{t(word)}</span> <strong className="font-semibold">{name}:</strong>{" "}
          {findingText(t, finding)}
        </p>
        {mayFix ? (
          <p className="mt-0.5 text-ink-2">
            <WordDiff before={text} after={fixed} lang={language.code} dir={language.direction} />
          </p>
        ) : marked ? null : (
          <Place text={text} pieces={finding.extra ?? []} />
        )}
        {mayFix || offered || enforced ? (
          <p className="js-only mt-1 flex flex-wrap items-center gap-1.5">
            {mayFix ? (
              <button type="button" onClick={fix} aria-label={t("editor.fixNamed", { check: name })} className={BUTTON}>
                {t("editor.fix")}
              </button>
            ) : null}
            {offered ? (
              <button
                type="button"
                onClick={() => dismiss(false)}
                aria-label={t("editor.dismissNamed", { check: name })}
                className={BUTTON}
              >
                {t("editor.dismiss")}
              </button>
            ) : null}
            {offered && mayDismissEverywhere ? (
              <button
                type="button"
                onClick={() => dismiss(true)}
                aria-label={t("editor.dismissEverywhereNamed", { check: name })}
                className={BUTTON}
              >
                {t("editor.dismissEverywhere")}
              </button>
            ) : null}
            {enforced ? <span className="text-meta text-ink-2">{t("editor.enforcedCheck")}</span> : null}
          </p>
        ) : null}
      </div>
    </li>
  );
}

/** What failing checks say beneath the form they are about, with what can be done about it. */
export function Findings({
  id,
  unit,
  findings,
  readOnly,
  marked,
}: {
  id: string;
  unit: EditorUnit;
  findings: readonly EditorFinding[];
  readOnly: boolean;
  marked: boolean;
}) {
  if (findings.length === 0) return null;
  return (
    <ul id={id} className="mt-1.5 grid gap-1.5">
      {findings.map((finding) => (
        <Row key={finding.check} unit={unit} finding={finding} readOnly={readOnly} marked={marked} />
      ))}
    </ul>
  );
}

/** Checks that somebody has dismissed, each with the way back. */
export function Dismissed({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const store = useStore();
  const { mayDismiss, mayDismissEverywhere } = store.head;
  if (unit.dismissed.length === 0) return null;
  return (
    <ul className="grid gap-1 px-3 text-table text-ink-2" aria-label={t("editor.dismissedChecks")}>
      {unit.dismissed
        .map((one) => ({ ...one, ...checkTexts(t, one) }))
        .map(({ check, name, everywhere }) => (
          <li key={`${check} ${everywhere}`} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span>{t(everywhere ? "editor.isDismissedEverywhere" : "editor.isDismissed", { check: name })}</span>
            {(everywhere ? mayDismissEverywhere : mayDismiss) ? (
              <button
                type="button"
                onClick={() => void store.dismiss({ check, name }, { dismissed: false, everywhere })}
                aria-label={t("editor.undoDismissNamed", { check: name })}
                className={classes("js-only", BUTTON)}
              >
                {t("editor.undoDismiss")}
              </button>
            ) : null}
          </li>
        ))}
    </ul>
  );
}
