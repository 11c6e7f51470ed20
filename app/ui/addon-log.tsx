import { CircleAlert, CircleCheck } from "lucide-react";
import { type TextKey, useTexts } from "#texts";
import type { ActivityLine } from "@/lib/domain/addons/installed";
import { sentenceWords } from "./error-words";
import { RelativeTime } from "./relative-time";

const EVENTS: Readonly<Record<string, TextKey>> = {
  installed: "addons.event.installed",
  configured: "addons.event.configured",
  daily: "addons.event.daily",
  committed: "addons.event.committed",
  pushed: "addons.event.pushed",
  changed: "addons.event.changed",
  "component-updated": "addons.event.componentUpdated",
  "language-added": "addons.event.languageAdded",
  "language-removed": "addons.event.languageRemoved",
  "before-commit": "addons.event.beforeCommit",
  "before-push": "addons.event.beforePush",
  changes: "addons.event.changes",
  manual: "addons.event.manual",
};

/** What an add-on did, newest first. @param none said where that is nothing yet */
export function AddonLog({ lines, none }: { lines: readonly ActivityLine[]; none: string }) {
  const t = useTexts();
  if (lines.length === 0) return <p className="panel px-4 py-6 text-center text-ink-2">{none}</p>;
  const eventName = (event: string) => (EVENTS[event] ? t(EVENTS[event]) : event);
  return (
    <ol className="panel divide-y divide-line">
      {lines.map((line) => (
        <li key={`${line.at}-${line.component}`} className="flex items-start gap-3 px-4 py-3">
          {line.ok ? (
            <CircleCheck aria-label={t("addons.done")} size={18} className="mt-0.5 shrink-0 text-approved" />
          ) : (
            <CircleAlert aria-label={t("addons.failed")} size={18} className="mt-0.5 shrink-0 text-failing" />
          )}
          <div className="min-w-0 grow">
            <p className="break-words">{sentenceWords(t, { message: line.text, said: line.said })}</p>
            <p className="text-table text-ink-2">
              {line.component ? `${line.component}, ` : ""}
              {eventName(line.event)}, <RelativeTime at={new Date(line.at)} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
