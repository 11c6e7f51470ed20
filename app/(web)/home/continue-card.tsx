import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { editorPath } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { StateBar } from "@/app/ui/state-bar";
import { toDo } from "@/app/ui/work-numbers";
import { lastWorkedOn, listWork } from "@/lib/domain/statistics/remaining-work";

/** The translation one worked on last and has not finished, else the one with most to do. */
export async function ContinueCard({ languageIds }: { languageIds: readonly number[] }) {
  const t = await getTexts();
  const names = languageNames(t);
  const actor = await currentActor();
  const last = await lastWorkedOn(actor);
  const [most] = last ? [] : await listWork(actor, { languageIds }, 1);
  const row = last ?? most;
  if (!row) return null;
  const place = {
    projectSlug: row.projectSlug,
    categoryPath: row.categoryPath,
    componentSlug: row.componentSlug,
    languageCode: row.languageCode,
  };
  return (
    <section
      aria-label={t("home.continue")}
      className="mb-8 flex flex-wrap items-center gap-4 rounded-panel border border-line border-s-4 border-s-brand bg-surface p-4"
    >
      <div className="min-w-0 grow basis-72">
        <p className="text-table text-ink-2">{last ? t("home.continue") : t("home.startHere")}</p>
        <p className="mb-2 text-string font-semibold">
          {row.projectName} › {row.componentName} › {names.of(row.languageName)}
        </p>
        <StateBar numbers={row.counters} />
      </div>
      <LinkButton kind="primary" href={editorPath(place, "state:<translated")}>
        {t(last ? "home.continueStrings" : "home.translateStrings", { count: toDo(row.counters) })}
      </LinkButton>
    </section>
  );
}
