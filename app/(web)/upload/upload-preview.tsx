"use client";

import { useContext, useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { FormContext } from "@/app/ui/form-context";
import { StateChip } from "@/app/ui/state-chip";
import { stateOf } from "@/app/ui/states";
import { UnitText } from "@/app/ui/unit-text";
import { WordDiff } from "@/app/ui/word-diff";
import type { ShownPlan, ShownString, UploadState } from "./upload-state";

/** What the upload would change, once that was asked for; it goes when the form says something else. */
export function UploadPreview() {
  const state = useContext(FormContext) as UploadState;
  const place = useRef<HTMLDivElement>(null);
  const [outdated, setOutdated] = useState<ShownPlan>();
  const { plan } = state;
  useEffect(() => {
    const form = place.current?.closest("form");
    const change = (event: Event) => {
      const { name } = event.target as HTMLInputElement;
      if (["file", "method", "conflicts", "fuzzy"].includes(name)) setOutdated(plan);
    };
    form?.addEventListener("change", change);
    return () => form?.removeEventListener("change", change);
  }, [plan]);
  return <div ref={place}>{plan && plan !== outdated ? <Plan plan={plan} /> : null}</div>;
}

function Plan({ plan }: { plan: ShownPlan }) {
  const t = useTexts();
  const { counts, failing, rows, suggests, otherLanguage, ticks } = plan;
  const hidden = counts.changed - rows.length;
  return (
    <section aria-label={t("upload.preview")} className="grid gap-3">
      <div role="status" data-counts>
        <p className="font-medium">
          {suggests
            ? t("upload.plan.suggestions", { count: counts.accepted })
            : t("upload.plan.counts", { count: counts.changed })}
        </p>
        <ul className="list-disc ps-5 text-table text-ink-2">
          {suggests ? null : <li>{t("upload.plan.unchanged", { count: counts.unchanged })}</li>}
          {counts.unknown > 0 ? <li>{t("upload.plan.unknown", { count: counts.unknown })}</li> : null}
          {failing > 0 ? <li className="text-failing">{t("upload.plan.failing", { count: failing })}</li> : null}
          {counts.propagated > 0 ? <li>{t("upload.plan.propagated", { count: counts.propagated })}</li> : null}
          {otherLanguage ? <li className="text-needs-ink">{otherLanguage}</li> : null}
        </ul>
      </div>
      {rows.length > 0 ? (
        <>
          {ticks ? <input type="hidden" name="shown" value={rows.map(({ unit }) => unit).join(",")} /> : null}
          <ul className="max-h-[60vh] overflow-y-auto rounded-panel border border-line">
            {rows.map((row) => (
              <PlannedRow key={row.unit} row={row} plan={plan} />
            ))}
          </ul>
          {hidden > 0 ? <p className="text-table text-ink-2">{t("upload.plan.more", { count: hidden })}</p> : null}
        </>
      ) : null}
    </section>
  );
}

function PlannedRow({ row, plan }: { row: ShownString; plan: ShownPlan }) {
  const t = useTexts();
  const [before, after] = row.states;
  const forms = Math.max(row.before.length, row.after.length);
  return (
    <li className="flex gap-3 border-t border-line px-3 py-2 first:border-t-0" data-planned={row.unit}>
      {plan.ticks ? (
        <input
          type="checkbox"
          name="tick"
          value={row.unit}
          defaultChecked={!plan.out.includes(row.unit)}
          aria-label={t("upload.plan.take", { source: row.source.slice(0, 80) || row.context })}
          className="mt-1 size-5 shrink-0 accent-primary"
        />
      ) : null}
      <div className="min-w-0 grow">
        {row.context ? (
          <p className="truncate font-mono text-meta text-ink-2">
            <bdi dir="ltr">{row.context}</bdi>
          </p>
        ) : null}
        <p className="line-clamp-2 break-words text-table text-ink-2">
          <UnitText text={row.source} small />
        </p>
        {Array.from({ length: forms }, (_, form) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: plural forms never move
          <p key={form} className="break-words">
            <WordDiff before={row.before[form] ?? ""} after={row.after[form] ?? ""} lang={plan.language} />
          </p>
        ))}
        <p className="mt-1 flex flex-wrap items-center gap-2 text-table">
          {before === after || before == null || after == null ? null : (
            <>
              <StateChip state={stateOf(before)} /> → <StateChip state={stateOf(after)} />
            </>
          )}
          {row.failing.length > 0 ? (
            <span className="text-failing">▲ {t("upload.plan.fails", { checks: row.failing.join(", ") })}</span>
          ) : null}
        </p>
      </div>
    </li>
  );
}
