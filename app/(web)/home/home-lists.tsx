import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { list } from "@/lib/domain/componentlists/componentlists";
import { urls } from "@/lib/urls";

/** Lists of components that home pages show, of which there are components for the reader. */
export async function HomeLists() {
  const t = await getTexts();
  const { rows } = await list(await currentActor(), { limit: 100, offset: 0 });
  const shown = rows.filter((row) => row.showDashboard && row.components.length > 0);
  if (shown.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-2 font-semibold">{t("componentLists.title")}</h3>
      <ul className="grid gap-1">
        {shown.map((row) => (
          <li key={row.id} className="flex items-baseline justify-between gap-3 text-table">
            <a href={path(urls.componentListPage(row.slug))} className="name-link min-w-0 break-words">
              {row.name}
            </a>
            <span className="shrink-0 text-ink-2">
              {t("componentLists.components", { count: row.components.length })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
