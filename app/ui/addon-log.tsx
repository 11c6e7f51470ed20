import { CircleAlert, CircleCheck } from "lucide-react";
import type { ActivityLine } from "@/lib/domain/addons/installed";
import { Ago } from "./ago";

const EVENTS: Readonly<Record<string, string>> = {
  installed: "when it was installed",
  configured: "with new settings",
  daily: "daily run",
  "component-updated": "after an update",
  "language-added": "a language came",
  "language-removed": "a language went",
  "before-commit": "at a commit",
  "before-push": "at a push",
  changes: "telling changes",
};

/** What an add-on did, newest first. */
export function AddonLog({ lines }: { lines: readonly ActivityLine[] }) {
  if (lines.length === 0)
    return <p className="panel px-4 py-6 text-center text-ink-2">Nothing so far. Its first run may be under way.</p>;
  return (
    <ol className="panel divide-y divide-line">
      {lines.map((line) => (
        <li key={`${line.at}-${line.component}`} className="flex items-start gap-3 px-4 py-3">
          {line.ok ? (
            <CircleCheck aria-label="Done" size={18} className="mt-0.5 shrink-0 text-approved" />
          ) : (
            <CircleAlert aria-label="Failed" size={18} className="mt-0.5 shrink-0 text-failing" />
          )}
          <div className="min-w-0 grow">
            <p className="break-words">{line.text}</p>
            <p className="text-table text-ink-2">
              {line.component}, {EVENTS[line.event] ?? line.event}, <Ago at={new Date(line.at)} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
