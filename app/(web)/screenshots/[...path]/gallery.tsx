import { useTexts } from "#texts";
import { languageNames } from "@/app/ui/language-names";
import { path } from "@/app/ui/paths";
import type { GalleryRow } from "@/lib/domain/screenshots/gallery";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";

/** Screenshots as pictures of one height, each with its name and whose it is. */
export function Gallery({ rows, place }: { rows: readonly GalleryRow[]; place: PathObject }) {
  const t = useTexts();
  const names = languageNames(t);
  const several = place.kind !== "component" && place.kind !== "translation";
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,240px),1fr))] gap-4">
      {rows.map((row) => (
        <li key={row.id} className="panel relative flex min-w-0 flex-col overflow-hidden">
          <span aria-hidden className="block h-40 border-b border-line bg-sunken">
            {/* biome-ignore lint/performance/noImgElement: the picture is private and comes from the file store as it is */}
            <img
              src={urls.shot(row.id, row.fileKey)}
              alt=""
              width={row.width}
              height={row.height}
              loading="lazy"
              className="size-full object-contain"
            />
          </span>
          <span className="grid gap-0.5 px-3 py-2.5">
            <a
              href={path(urls.screenshot(row.id).web)}
              className="name-link line-clamp-2 font-medium break-words after:absolute after:inset-0"
            >
              {row.name}
            </a>
            <span className="text-table break-words text-ink-2">
              {several ? `${row.componentName} › ` : ""}
              {names.of(row.languageName)}
            </span>
            <span className="text-table text-ink-2 tabular-nums">{t("shots.strings", { count: row.strings })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
