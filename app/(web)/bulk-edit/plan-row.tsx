import { type Texts, useTexts } from "#texts";
import { checkWords } from "@/app/ui/check-words";
import { serviceWords } from "@/app/ui/machinery-words";
import { path } from "@/app/ui/paths";
import { StateChip } from "@/app/ui/state-chip";
import { stateOf } from "@/app/ui/states";
import { UnitText } from "@/app/ui/unit-text";
import { WordDiff } from "@/app/ui/word-diff";
import type { PlannedString } from "@/lib/domain/bulk/plan";
import { unitChecksum } from "@/lib/domain/units/units";
import { urls } from "@/lib/urls";
import { skipText } from "./skip-texts";

/** One string of a plan: what it says and what it would say, with a box to leave it out. */
export function PlanRow({ row, labels }: { row: PlannedString; labels: ReadonlyMap<number, string> }) {
  const t = useTexts();
  const named = (check: string) => checkWords(t, check).name;
  const { unit, change, ticked, skip, failing } = row;
  const source = unit.sources[0] ?? "";
  const href = path(urls.unitPage(unit, unitChecksum(unit)));
  const id = `tick-${unit.id}`;
  const after = change?.edit?.targets ?? change?.suggested;
  return (
    <li className="flex gap-3 border-t border-line px-3 py-2 first:border-t-0" data-planned={unit.id}>
      <input
        type="checkbox"
        id={id}
        name="tick"
        value={unit.id}
        defaultChecked={ticked && !skip}
        disabled={skip !== undefined}
        aria-label={t("bulk.include", { source: source.slice(0, 80) || unit.context })}
        className="mt-1 size-5 shrink-0 accent-primary"
      />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap gap-x-3 text-table text-ink-2">
          <a href={href} className="underline underline-offset-2">
            <bdi>{[unit.componentSlug, unit.languageCode].join(" · ")}</bdi>
          </a>
          {unit.context ? (
            <bdi dir="ltr" className="min-w-0 truncate font-mono">
              {unit.context}
            </bdi>
          ) : null}
        </p>
        <p className="line-clamp-2 break-words text-table text-ink-2">
          <UnitText text={source} small />
        </p>
        <div className="break-words">
          {unit.targets.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: plural forms never move
            <p key={index}>
              {after ? (
                <WordDiff before={text} after={after[index] ?? ""} lang={unit.languageCode} />
              ) : (
                <UnitText text={text} lang={unit.languageCode} small />
              )}
            </p>
          ))}
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-table text-ink-2">
          {change?.edit && change.edit.state !== unit.state ? (
            <>
              <StateChip state={stateOf(unit.state)} /> → <StateChip state={stateOf(change.edit.state)} />
            </>
          ) : null}
          {change?.origin ? originText(t, change.origin) : null}
          {change?.suggested ? t("bulk.asSuggestion") : null}
          {change?.origin && change.edit && unit.state !== 0 ? (
            <strong className="text-ink">{t("bulk.replaces")}</strong>
          ) : null}
          {change?.origin?.lost.length ? (
            <strong className="text-needs-ink">
              {t(change.suggested ? "bulk.lostSuggested" : "bulk.lost", { placeholders: change.origin.lost.join(" ") })}
            </strong>
          ) : null}
          {marksText(t, change?.about, unit, labels)}
          {change?.checks ? t("bulk.dismisses", { checks: change.checks.map(named).join(", ") }) : null}
          {change?.removed ? t("bulk.goes") : null}
          {unit.state === 30 && !unit.isSource && change?.edit ? (
            <strong className="text-ink">{t("bulk.isApproved")}</strong>
          ) : null}
          {failing.length > 0 ? (
            <span className="text-failing">▲ {t("bulk.fails", { checks: failing.map(named).join(", ") })}</span>
          ) : null}
          {skip ? <strong className="text-needs-ink">{skipText(t, skip)}</strong> : null}
        </p>
      </div>
    </li>
  );
}

/** Where a text was found: the component that has it, or the service and its quality. */
function originText(t: Texts, { source }: NonNullable<NonNullable<PlannedString["change"]>["origin"]>): string {
  if (source.auto_source === "others") return t("bulk.fromComponent", { component: source.path ?? "" });
  return t("bulk.fromService", { service: serviceWords(t, source.engine ?? ""), quality: source.quality ?? 0 });
}

function marksText(
  t: Texts,
  about: NonNullable<PlannedString["change"]>["about"],
  unit: PlannedString["unit"],
  labels: ReadonlyMap<number, string>,
): string | null {
  if (!about) return null;
  const names = (ids: readonly number[]) => ids.map((id) => labels.get(id) ?? String(id)).join(", ") || "–";
  const said = [
    ...(about.extraFlags === undefined
      ? []
      : [t("bulk.flagsBecome", { before: unit.extraFlags || "–", after: about.extraFlags || "–" })]),
    ...(about.labelIds === undefined
      ? []
      : [t("bulk.labelsBecome", { before: names(unit.labels.map(({ id }) => id)), after: names(about.labelIds) })]),
  ];
  return said.join(" · ");
}
