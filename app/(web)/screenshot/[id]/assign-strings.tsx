import type { ReactNode } from "react";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { FindForm } from "@/app/ui/find-form";
import { getTexts, useTexts } from "@/app/ui/page-texts";
import { searchProblem } from "@/app/ui/search-problem";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { UnitText } from "@/app/ui/unit-text";
import type { StringOnShot } from "@/lib/domain/screenshots/gallery";
import type { ScreenshotRow } from "@/lib/domain/screenshots/screenshots";
import { searchUnits } from "@/lib/domain/search/search-units";
import type { UnitRow } from "@/lib/domain/units/units";
import { urls } from "@/lib/urls";
import { putOn } from "./actions";
import { ReadImage } from "./read-image";

const MOST = 30;

/** Strings of the screenshot's language that can be put on it: found by words, or read in the image. */
export async function AssignStrings({
  row,
  strings,
  query,
  sourceCode,
  here,
}: {
  row: ScreenshotRow;
  strings: readonly StringOnShot[];
  query: string;
  sourceCode: string;
  here: string;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const [some] = (await searchUnits(actor, "", { limit: 1, offset: 0 }, row)).rows;
  const found =
    query &&
    (await searchUnits(actor, query, { limit: MOST, offset: 0 }, row).catch((error) => searchProblem(t, error)));
  const on = new Set(strings.map(({ id }) => id));
  return (
    <Section
      id="assign"
      title={t("shots.assign")}
      lead={t("shots.assignLead")}
      action={
        <a href={`${here}?q=${encodeURIComponent("NOT has:screenshot")}#assign`} className="link py-1 text-table">
          {t("shots.assignLoose")}
        </a>
      }
    >
      <FindForm label={t("shots.assignSearch")} words={query} action={`${here}#assign`} />
      {some ? (
        <ReadImage
          shot={row.id}
          url={urls.shot(row.id, row.fileKey)}
          unit={some.id}
          account={actor.userId}
          sourceCode={sourceCode}
        />
      ) : null}
      {found === "" ? null : typeof found === "string" ? (
        <Callout tone="error">{found}</Callout>
      ) : (
        <Found row={row} found={found} on={on} />
      )}
    </Section>
  );
}

function Found({
  row,
  found: { rows, count },
  on,
}: {
  row: ScreenshotRow;
  found: { rows: readonly UnitRow[]; count: number };
  on: ReadonlySet<number>;
}): ReactNode {
  const t = useTexts();
  if (rows.length === 0) return <p className="text-ink-2">{t("shots.assignFound", { count })}</p>;
  return (
    <ActionForm action={putOn.bind(null, row.id)} label={t("shots.assign")} className="grid gap-3">
      <p className="text-table text-ink-2">
        {t("shots.assignFound", { count })}
        {count > rows.length ? ` ${t("shots.assignFirst", { count: rows.length })}` : ""}
      </p>
      <ul className="panel divide-y divide-line">
        {rows.map((unit) => (
          <li key={unit.id}>
            <label className="flex min-h-10 items-start gap-3 px-4 py-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                name="unit"
                value={unit.id}
                disabled={on.has(unit.sourceId)}
                className="mt-0.5 size-5 shrink-0 accent-primary"
              />
              <span className="min-w-0 break-words">
                <UnitText text={unit.sources[0] || unit.context} small />
                <span className="block text-meta text-ink-3">
                  {[unit.sources[0] ? unit.context : "", on.has(unit.sourceId) ? t("shots.already") : ""]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div>
        <Submit>{t("shots.assignNow")}</Submit>
      </div>
    </ActionForm>
  );
}
