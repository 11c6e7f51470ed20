"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { Button } from "../button";
import { EmptyState } from "../empty-state";
import { FormContext } from "../form-context";
import { FRESH_FORM } from "../form-state";
import { FormSummary } from "../form-summary";
import { type SettingsGroup, SettingsSections } from "../settings-sections";
import { useFormAction } from "../use-form-action";
import { foundSettings, type SettingEntry } from "./find-settings";
import { SettingsBar } from "./settings-bar";
import { SettingsContext } from "./settings-context";
import type { SettingsFormState, SettingsTold } from "./settings-told";
import { useChanges } from "./use-changes";

/**
 * Settings of an object in one form. Those that are looked for stay in sight, those that were changed are marked, and what
 * saving would lead to is told beside the button. Without script it is a form that saves.
 */
export function SettingsForm({
  action,
  preview,
  label,
  groups,
  entries,
  find,
  told,
  kept,
  version,
}: {
  action: (state: SettingsFormState, form: FormData) => Promise<SettingsFormState>;
  preview: (form: FormData) => Promise<SettingsTold>;
  label: string;
  groups: readonly SettingsGroup[];
  entries: readonly SettingEntry[];
  /** What the address of the page looks for. */
  find: string;
  /** What is told before anything is changed. */
  told: SettingsTold;
  /** Names what is kept of changes in this tab. */
  kept: string;
  /** Another one when what is stored is. */
  version: string;
}) {
  const t = useTexts();
  const [state, submit, pending] = useFormAction(action, FRESH_FORM as SettingsFormState);
  const [typed, setTyped] = useState(find);
  const changes = useChanges(state, { preview, kept, version, onWrong: () => setTyped("") });
  const found = foundSettings(entries, typed);
  const shown = changes.shown;
  const current = changes.told ?? shown.told ?? told;
  const labels = new Map(entries.map((entry) => [entry.name, entry.label]));
  const isHidden = (group: SettingsGroup) =>
    found !== undefined && !entries.some((entry) => entry.group === group.id && found.has(entry.name));
  return (
    <FormContext value={shown}>
      <SettingsContext value={{ found, changed: new Set(changes.names), notes: current.notes }}>
        <form
          className="mb-5 flex max-w-[480px] flex-wrap items-end gap-3"
          aria-label={t("settingsForm.find")}
          onSubmit={(event) => event.preventDefault()}
        >
          <div className="min-w-0 grow">
            <label htmlFor="find-setting" className="mb-1 block font-medium">
              {t("settingsForm.find")}
            </label>
            <input
              id="find-setting"
              type="search"
              name="find"
              className="control"
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <noscript>
            <Button>{t("form.find")}</Button>
          </noscript>
          <p role="status" className="basis-full text-table text-ink-2 empty:hidden">
            {found && found.size > 0 ? t("settingsForm.found", { count: found.size, all: entries.length }) : null}
          </p>
        </form>
        {found?.size === 0 ? (
          <div className="mb-5">
            <EmptyState
              title={t("settingsForm.none", { typed })}
              action={
                <a
                  className="link"
                  href="?"
                  onClick={(event) => {
                    event.preventDefault();
                    setTyped("");
                    document.getElementById("find-setting")?.focus();
                  }}
                >
                  {t("settingsForm.all")}
                </a>
              }
            >
              {t("settingsForm.noneText")}
            </EmptyState>
          </div>
        ) : null}
        <form
          ref={changes.form}
          action={submit}
          aria-label={label}
          aria-busy={pending}
          onChange={changes.onInput}
          onBlur={changes.onLeave}
          onClick={changes.onLeave}
          onKeyUp={changes.onLeave}
          // What is wrong and out of sight could not be mended.
          onInvalidCapture={() => setTyped("")}
        >
          <FormSummary state={shown} />
          <div key={changes.round}>
            <SettingsSections
              groups={groups.map((group) => ({ ...group, hidden: isHidden(group) }))}
              label={label}
              bar={
                <SettingsBar
                  names={changes.names.map((name) => labels.get(name) ?? name)}
                  consequences={current.consequences}
                  looking={changes.looking}
                  restored={changes.restored}
                  discard={changes.discard}
                />
              }
            />
          </div>
        </form>
      </SettingsContext>
    </FormContext>
  );
}
