import { type Texts, useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Button } from "@/app/ui/button";
import { Callout } from "@/app/ui/callout";
import { Submit } from "@/app/ui/submit";
import type { BulkPlan, PlannedString } from "@/lib/domain/bulk/plan";
import { preview } from "../operations/[...path]/actions";
import { carryOn } from "./actions";
import { ApplyButton } from "./apply-button";
import { PLAN_PAGE } from "./page-size";
import { PlanRow } from "./plan-row";
import { skipLines } from "./skip-texts";

/** The page that a plan is made on. */
type PlanWord = "replace" | "bulk-edit" | "auto-translate";

/** Why a plan would change nothing, and what to do. */
function whyNothing(t: Texts, word: PlanWord, found: number): string {
  if (found === 0) return t("bulk.nothingFound");
  if (word === "replace") return t("bulk.nothingToReplace");
  return t(word === "auto-translate" ? "bulk.nothingOffered" : "bulk.nothingToChange");
}

/** What a plan would do: counts, then its strings with a box each, then the button that carries it out. */
export function PlanPreview({
  plan,
  rows,
  from,
  labels,
  word,
}: {
  plan: BulkPlan;
  rows: readonly PlannedString[];
  from: number;
  labels: ReadonlyMap<number, string>;
  word: PlanWord;
}) {
  const t = useTexts();
  const { counts, strings, out, changedSince } = plan;
  const changing = strings - out;
  const here = rows.filter((row) => row.ticked && !row.skip);
  const found = plan.making?.total ?? counts.found;
  const lines = [...Object.values(plan.making?.problems ?? {}), ...skipLines(t, counts.skipped)];
  if (strings === 0 && lines.length === 0) lines.push(whyNothing(t, word, found));
  return (
    <section id="preview" aria-label={t("bulk.preview")} className="mt-6">
      <div role="status" data-counts>
        <p className="font-medium">
          {t("bulk.counts", { found, count: changing })}
          {counts.failing > 0
            ? ` · ${t("bulk.failing", { count: counts.failing, checked: counts.checked, all: counts.checked >= strings ? "yes" : "no" })}`
            : ""}
          {counts.approved > 0 ? ` · ${t("bulk.approvedOut", { count: counts.approved })}` : ""}
          {counts.replaced ? (
            <>
              {" · "}
              <strong>{t("bulk.replaced", { count: counts.replaced })}</strong>
            </>
          ) : null}
          {counts.damaged ? ` · ${t("bulk.damaged", { count: counts.damaged })}` : ""}
          {changedSince > 0 ? ` · ${t("bulk.conflicts", { count: changedSince })}` : ""}
        </p>
        {lines.length > 0 ? (
          <ul className="mt-1 list-disc ps-5 text-table text-ink-2">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
      </div>
      {strings === 0 ? null : (
        <ActionForm
          key={`${plan.id} ${from}`}
          action={carryOn.bind(null, word, plan.id)}
          label={t("bulk.preview")}
          className="mt-3"
        >
          <input
            type="hidden"
            name="shown"
            value={rows
              .filter((row) => !row.skip)
              .map(({ unit }) => unit.id)
              .join(",")}
          />
          <input type="hidden" name="from" value={from} />
          <ul className="panel">
            {rows.map((row) => (
              <PlanRow key={row.unit.id} row={row} labels={labels} />
            ))}
          </ul>
          <div className="sticky bottom-0 z-10 mt-3 flex flex-wrap items-center gap-3 border-t border-line bg-bg py-3">
            <ApplyButton
              elsewhere={changing - here.length}
              ticked={here.length}
              removes={plan.asked.wish.act === "remove"}
            />
            {from > 0 ? (
              <Button name="go" value="earlier">
                {t("bulk.earlier")}
              </Button>
            ) : null}
            {from + PLAN_PAGE < strings ? (
              <Button name="go" value="later">
                {t("bulk.later")}
              </Button>
            ) : null}
            <span className="text-table text-ink-2">
              {t("bulk.range", { from: from + 1, to: Math.min(from + PLAN_PAGE, strings), count: strings })}
            </span>
          </div>
        </ActionForm>
      )}
    </section>
  );
}

/** Strings that are named one by one. */
const NAMED = 20;

/** What came of a plan, and the way back. */
export function PlanResult({
  plan,
  left,
}: {
  plan: BulkPlan;
  left: readonly { href: string; text: string; why: string }[];
}) {
  const t = useTexts();
  const { progress, counts, id } = plan;
  if (!progress?.done) return null;
  const [component] = counts.components;
  const lines = skipLines(t, progress.skipped);
  return (
    <div data-result>
      <Callout
        tone={progress.changed > 0 ? "success" : "info"}
        live
        title={t("bulk.done", { count: progress.changed })}
      >
        {lines.length > 0 ? (
          <ul className="list-disc ps-5">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
        {left.length > 0 ? (
          <details className="mt-2">
            <summary>{t("bulk.whichStay")}</summary>
            <ul className="mt-1 grid gap-1">
              {left.slice(0, NAMED).map((one) => (
                <li key={one.href}>
                  <a className="underline underline-offset-2" href={one.href} dir="auto">
                    {one.text}
                  </a>{" "}
                  — {one.why}
                </li>
              ))}
            </ul>
          </details>
        ) : null}
        {progress.changed > 0 && component !== undefined ? (
          <ActionForm action={preview.bind(null, component, id)} className="mt-3">
            <Submit kind="secondary" small>
              {t("bulk.undo")}
            </Submit>
            <span className="ms-3 text-table text-ink-2">{t("bulk.undoDays")}</span>
          </ActionForm>
        ) : null}
      </Callout>
    </div>
  );
}
