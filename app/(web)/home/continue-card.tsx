import { LinkButton } from "@/app/ui/link-button";
import { count } from "@/app/ui/numbers";
import { editorPath } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { StateBar } from "@/app/ui/state-bar";
import { toDo } from "@/app/ui/work-numbers";
import { lastWorkedOn, listWork } from "@/lib/domain/statistics/work";

/** The translation one worked on last and has not finished, else the one with most to do. */
export async function ContinueCard({ languageIds }: { languageIds: readonly number[] }) {
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
      aria-label="Continue"
      className="mb-8 flex flex-wrap items-center gap-4 rounded-panel border border-line border-s-4 border-s-brand bg-surface p-4"
    >
      <div className="min-w-0 grow basis-72">
        <p className="text-table text-ink-2">{last ? "Continue" : "Start here"}</p>
        <p className="mb-2 text-string font-semibold">
          {row.projectName} › {row.componentName} › {row.languageName}
        </p>
        <StateBar numbers={row.counters} />
      </div>
      <LinkButton kind="primary" href={editorPath(place, "state:<translated")}>
        {last ? "Continue" : "Translate"}: {count(toDo(row.counters))} to do
      </LinkButton>
    </section>
  );
}
