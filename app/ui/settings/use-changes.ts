"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type FormState, FRESH_FORM } from "../form-state";
import { keepChanges, keptChanges } from "./kept-changes";
import { changedSince, statesOf, valuesIn, valuesOfSettings } from "./setting-changes";
import type { SettingsFormState, SettingsTold } from "./settings-told";

/** How long nobody has typed before it is asked what the changes would lead to. */
const QUIET_MS = 600;

const isSaved = (state: SettingsFormState) => state.message !== undefined && Object.keys(state.errors).length === 0;

/**
 * What was changed in a form of settings since it was stored, and what that would lead to. Changes are kept in this tab, and
 * are filled in again when somebody comes back.
 */
export function useChanges(
  state: SettingsFormState,
  {
    preview,
    kept,
    version,
    onWrong,
  }: {
    preview: (form: FormData) => Promise<SettingsTold>;
    kept: string;
    version: string;
    /** Called when the answer names fields that are wrong. */
    onWrong: () => void;
  },
) {
  const form = useRef<HTMLFormElement>(null);
  const stored = useRef<ReadonlyMap<string, string>>(new Map());
  const saved = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef({ number: 0, about: "" });
  const [names, setNames] = useState<readonly string[]>([]);
  const [told, setTold] = useState<SettingsTold>();
  const [looking, setLooking] = useState(false);
  // Fields that stand in place of the form's last answer: kept ones, or those that are stored.
  const [instead, setInstead] = useState<{ of: SettingsFormState; state: FormState; round: number; kept: boolean }>();

  // The answer whose question is none any more, as something else was changed since.
  const [passed, setPassed] = useState<SettingsFormState>();

  const ask = useCallback(() => {
    if (!form.current) return;
    const about = JSON.stringify([...statesOf(form.current)]);
    if (about === asked.current.about) return;
    const number = asked.current.number + 1;
    asked.current = { number, about };
    setLooking(true);
    preview(new FormData(form.current)).then(
      (answer) => {
        if (asked.current.number !== number) return;
        setTold(answer);
        setLooking(false);
      },
      // What cannot be told now is told by the answer of the save.
      () => {
        if (asked.current.number === number) setLooking(false);
      },
    );
  }, [preview]);

  /** Nothing is changed, so there is nothing to tell. */
  const forget = useCallback(() => {
    clearTimeout(timer.current);
    asked.current = { number: asked.current.number + 1, about: "" };
    setTold(undefined);
    setLooking(false);
  }, []);

  const look = useCallback(() => {
    if (!form.current) return;
    const changed = changedSince(form.current, stored.current);
    setNames((before) => (before.join() === changed.join() ? before : changed));
    keepChanges(kept, changed.length > 0 ? valuesOfSettings(form.current, changed) : undefined);
    clearTimeout(timer.current);
    if (changed.length === 0) forget();
    else timer.current = setTimeout(ask, QUIET_MS);
  }, [ask, forget, kept]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it comes
  useEffect(() => {
    if (!form.current) return;
    stored.current = statesOf(form.current);
    const values = state.answered ? undefined : keptChanges(kept);
    if (values)
      setInstead({
        ...{ of: state, round: 1, kept: true },
        state: { errors: {}, values: { ...valuesIn(form.current), ...values }, answered: true },
      });
    return () => clearTimeout(timer.current);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useEffect(() => {
    if (Object.keys(state.errors).length > 0) onWrong();
    if (!isSaved(state) || !form.current) return;
    saved.current = true;
    stored.current = statesOf(form.current);
    look();
  }, [state]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored comes with the page, perhaps behind the answer
  useEffect(() => {
    if (!saved.current || !form.current) return;
    stored.current = statesOf(form.current);
    look();
  }, [version]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the fields are others
  useEffect(() => {
    if (instead) look();
  }, [instead]);

  const isInstead = instead?.of === state;
  const shown = useMemo(() => {
    if (instead?.of === state) return instead.state as SettingsFormState;
    return passed === state ? { ...state, ask: undefined } : state;
  }, [instead, passed, state]);
  return {
    form,
    names,
    told,
    looking,
    round: instead?.round ?? 0,
    shown,
    /** Whether what was changed was filled in again. */
    restored: isInstead && instead.kept,
    onInput: () => {
      saved.current = false;
      if (state.ask) setPassed(state);
      look();
    },
    /** What changes without a word of the browser, such as a choice in a list of our own. */
    onLeave: () => setTimeout(look),
    discard: () => {
      keepChanges(kept, undefined);
      setInstead({ of: state, state: FRESH_FORM, round: (instead?.round ?? 0) + 1, kept: false });
    },
  };
}
