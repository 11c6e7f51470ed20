"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, use } from "react";
import { useTexts } from "#texts";
import { classes } from "../classes";
import { useField } from "../form-context";
import { SettingsContext } from "./settings-context";

/**
 * A setting with all that belongs to it: marked when it was changed, out of sight when others are looked for. Its fields stay
 * in the form all the same.
 */
export function Setting({ name, children }: { name: string; children: ReactNode }) {
  const t = useTexts();
  const { found, changed, notes } = use(SettingsContext);
  const { error } = useField(name);
  const isChanged = changed.has(name);
  const note = notes[name];
  return (
    <div
      data-setting={name}
      hidden={found !== undefined && !found.has(name)}
      className={classes("min-w-0", isChanged && "-ms-4 border-s-4 border-brand-deep ps-3")}
    >
      {isChanged ? (
        <p className="float-end ms-2 text-meta font-medium text-ink-2">{t("settingsForm.changed")}</p>
      ) : null}
      {children}
      {/* What the form's answer says already is not said twice. */}
      {note && note.text !== error ? (
        note.tone === "sample" ? (
          <figure className="mt-1.5">
            <figcaption className="text-meta text-ink-2">{t("settingsForm.sample")}</figcaption>
            <pre
              dir="auto"
              translate="no"
              className="rounded-control border border-line bg-sunken px-3 py-2 text-table whitespace-pre-wrap break-words"
            >
              {note.text || " "}
            </pre>
          </figure>
        ) : (
          <p
            className={classes(
              "mt-1.5 flex items-start gap-1.5 text-table",
              note.tone === "wrong" ? "text-failing" : "text-ink-2",
            )}
          >
            {note.tone === "wrong" ? (
              <CircleAlert aria-hidden size={16} className="mt-px shrink-0" />
            ) : (
              <CircleCheck aria-hidden size={16} className="mt-px shrink-0 text-approved" />
            )}
            <span className="min-w-0 break-words whitespace-pre-line">{note.text}</span>
          </p>
        )
      ) : null}
    </div>
  );
}
