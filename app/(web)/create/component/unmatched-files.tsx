"use client";

import { useTexts } from "#texts";
import type { Discovery } from "@/lib/domain/creation/discover";

const REASONS = ["noLanguage", "noSet", "unread"] as const;

/** Files that look like translations and are in none of the components that were found, and why. */
export function UnmatchedFiles({ unmatched: { count, files } }: { unmatched: Discovery["unmatched"] }) {
  const t = useTexts();
  if (count === 0) return null;
  return (
    <details className="panel">
      <summary className="flex min-h-11 list-none items-center px-4 font-medium text-primary underline underline-offset-2">
        {t("wizard.unmatched.title", { count })}
      </summary>
      <div className="grid gap-4 border-t border-line p-4">
        {REASONS.map((why) => {
          const own = files.filter((file) => file.why === why);
          return own.length === 0 ? null : (
            <div key={why} className="min-w-0">
              <p className="max-w-[72ch] text-ink-2">{t(`wizard.unmatched.${why}`)}</p>
              <ul className="mt-1">
                {own.map(({ path }) => (
                  <li key={path} className="break-all font-mono text-table">
                    <bdi>{path}</bdi>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
        {count > files.length ? (
          <p className="text-ink-2">{t("wizard.moreFiles", { count: count - files.length })}</p>
        ) : null}
      </div>
    </details>
  );
}
