"use client";

import { TriangleAlert } from "lucide-react";
import { use } from "react";
import { useTexts } from "#texts";
import { AskedTicks } from "../asked-ticks";
import { Button } from "../button";
import { FormContext } from "../form-context";
import { Submit } from "../submit";
import type { SettingsTold } from "./settings-told";

/** What stands beside the button that saves: which settings were changed, what that leads to, and the way back. */
export function SettingsBar({
  names,
  consequences,
  looking,
  restored,
  discard,
}: {
  /** Labels of the changed settings. */
  names: readonly string[];
  consequences: SettingsTold["consequences"];
  looking: boolean;
  restored: boolean;
  discard: () => void;
}) {
  const t = useTexts();
  const count = names.length;
  // The question says what would be lost, and has the buttons.
  const { ask } = use(FormContext);
  return (
    <>
      <div role="status" className="max-h-[30vh] overflow-y-auto text-table">
        {count > 0 ? (
          <p className="mb-1.5">
            {restored ? `${t("settingsForm.restored")} ` : ""}
            <span className="font-medium">{t("settingsForm.changes", { count })}</span>{" "}
            <span className="text-ink-2">{names.join(", ")}</span>
          </p>
        ) : null}
        {consequences.length > 0 && !ask ? (
          <ul className="mb-2 grid gap-1">
            {consequences.map(({ tone, text }) => (
              <li key={text} className="flex items-start gap-1.5">
                {tone === "warning" ? (
                  <TriangleAlert aria-hidden size={16} className="mt-px shrink-0 text-needs" />
                ) : (
                  <span aria-hidden className="w-4 shrink-0 text-center text-ink-3">
                    →
                  </span>
                )}
                <span className="min-w-0 break-words">{text}</span>
              </li>
            ))}
          </ul>
        ) : null}
        {looking ? <p className="mb-1.5 text-ink-2">{t("settingsForm.looking")}</p> : null}
      </div>
      <AskedTicks />
      {ask ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <Submit>{count > 0 ? t("settingsForm.saveChanges", { count }) : t("settingsForm.save")}</Submit>
          {count > 0 ? (
            <Button type="button" onClick={discard}>
              {t("settingsForm.discard")}
            </Button>
          ) : null}
          <noscript>
            <Submit kind="secondary" name="intent" value="preview">
              {t("settingsForm.preview")}
            </Submit>
          </noscript>
        </div>
      )}
    </>
  );
}
