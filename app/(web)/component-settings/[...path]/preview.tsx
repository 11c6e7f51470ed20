import { ActionForm } from "@/app/ui/action-form";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { ChangesTable, LISTED } from "@/app/ui/shared-settings/changes-table";
import { SettingsDone } from "@/app/ui/shared-settings/settings-done";
import { Submit } from "@/app/ui/submit";
import type { KeptPlan, SettingsPlan } from "@/lib/domain/creation/many-settings";
import { urls } from "@/lib/urls";
import { apply } from "./actions";

/** What a plan would change in which component, and the button that does it; behind it, the way back. */
export async function Preview({
  plan,
  kept,
  slugs,
  all,
}: {
  plan: SettingsPlan;
  kept: KeptPlan;
  slugs: readonly string[];
  all: boolean;
}) {
  const t = await getTexts();
  const here = `${path(urls.below("component-settings", slugs))}?plan=${kept.id}`;
  if (kept.operationId !== null) {
    const [first] = plan.components.filter(({ id }) => kept.changed.includes(id));
    const place = first && {
      projectSlug: slugs[0] ?? "",
      categoryPath: first.categoryPath,
      componentSlug: first.slug,
    };
    const undo = place && path(urls.component(place).operationsPage);
    return <SettingsDone count={kept.changed.length} undo={undo} />;
  }
  const changing = plan.components.filter(({ changes }) => changes.length > 0);
  const staying = plan.components.filter(({ changes, refused }) => changes.length === 0 && refused.length > 0);
  const same = plan.components.length - changing.length - staying.length;
  const rows = [...changing, ...staying];
  const listed = all ? rows : rows.slice(0, LISTED);
  return (
    <section id="preview" aria-labelledby="preview-title" className="mb-6 scroll-mt-20">
      <h2 id="preview-title" className="mb-1 text-h2 font-semibold tracking-tight">
        {t("manySettings.would", { count: plan.changing })}
      </h2>
      <p className="mb-3 text-ink-2">{t("manySettings.counts", { same, staying: staying.length })}</p>
      {rows.length > 0 ? (
        <ChangesTable label={t("manySettings.would", { count: plan.changing })} rows={listed} />
      ) : null}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {plan.changing > 0 ? (
          <ActionForm
            action={apply.bind(null, slugs.join("/"), kept.id)}
            label={t("manySettings.apply", { count: plan.changing })}
          >
            <Submit>{t("manySettings.apply", { count: plan.changing })}</Submit>
          </ActionForm>
        ) : null}
        {listed.length < rows.length ? (
          <a className="link inline-flex min-h-6 items-center" href={`${here}&all=1#preview`}>
            {t("manySettings.showAll", { count: rows.length })}
          </a>
        ) : null}
      </div>
    </section>
  );
}
