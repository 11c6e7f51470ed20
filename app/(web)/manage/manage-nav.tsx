import { useTexts } from "#texts";
import { classes } from "@/app/ui/classes";
import { getTexts } from "@/app/ui/page-texts";
import { requestPath } from "@/app/ui/request-path";
import { type Place, type PlaceGroup, placeOf } from "./places";

/** The pages of the management: at the side, and behind the name of the present one on narrow screens. */
export async function ManageNav({ groups }: { groups: readonly PlaceGroup[] }) {
  const t = await getTexts();
  const current = placeOf(groups, new URL(await requestPath(), "http://page.invalid").pathname);
  return (
    <nav aria-label={t("common.management")} className="lg:border-e lg:border-line">
      <div className="top-14 max-h-[calc(100dvh-56px)] overflow-y-auto px-3 py-6 max-lg:hidden lg:sticky">
        <Groups groups={groups} current={current} />
      </div>
      <details className="border-b border-line bg-surface lg:hidden">
        <summary className="flex min-h-11 items-center px-4">
          <span className="text-ink-2">{t("common.management")}</span>
          {current ? <span className="ms-2 font-semibold">{t(current.label)}</span> : null}
        </summary>
        <div className="border-t border-line px-2 py-3">
          <Groups groups={groups} current={current} />
        </div>
      </details>
    </nav>
  );
}

function Groups({ groups, current }: { groups: readonly PlaceGroup[]; current: Place | undefined }) {
  const t = useTexts();
  return (
    <ul className="grid gap-4 max-lg:grid-cols-2">
      {groups.map((group) => (
        <li key={group.title} className="min-w-0">
          <p className="px-3 pb-1 text-meta font-semibold text-ink-3">{t(group.title)}</p>
          <ul>
            {group.places.map((place) => (
              <li key={place.href}>
                <a
                  href={place.href}
                  aria-current={place === current ? "page" : undefined}
                  className={classes(
                    "flex min-h-9 items-center rounded-control px-3 py-1 no-underline",
                    place === current
                      ? "bg-tint-primary font-semibold text-ink"
                      : "text-ink-2 hover:bg-sunken hover:text-ink",
                  )}
                >
                  {t(place.label)}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
