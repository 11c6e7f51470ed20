"use client";

import { useTexts } from "#texts";

/** A placeholder that stands for a count. */
const COUNT = /%(?:\d+\$)?[-+ 0#]*(?:ll?)?[dius]|%\(\w+\)[ds]|\{\{?\w*\}?\}/;

/** A number to try: which form is used for it, and what it then says. */
export function TryNumber({
  count,
  onCount,
  used,
  text,
}: {
  count: string;
  onCount: (count: string) => void;
  /** Name of the form that is used. */
  used: string | undefined;
  /** What that form says. */
  text: string;
}) {
  const t = useTexts();
  return (
    <div className="js-only flex flex-wrap items-center gap-2 px-3 text-table text-ink-2">
      <label htmlFor="try-number">{t("editor.tryNumber")}</label>
      <input
        id="try-number"
        inputMode="numeric"
        value={count}
        maxLength={15}
        autoComplete="off"
        onChange={(event) => onCount(event.currentTarget.value.replace(/\D/g, ""))}
        className="h-8 w-24 rounded-control border border-line-strong bg-surface px-2 tabular-nums pointer-coarse:h-11"
      />
      <output htmlFor="try-number" aria-live="polite">
        {count === "" ? "" : used === undefined ? t("editor.tryNone") : t("editor.tryUsed", { form: used })}
        {used === undefined || text === "" ? null : (
          <>
            {" "}
            <bdi data-tried className="font-string text-ink">
              {text.replace(COUNT, () => count)}
            </bdi>
          </>
        )}
      </output>
    </div>
  );
}
