import { CircleAlert } from "lucide-react";
import { useTexts } from "#texts";
import type { AddonRow } from "@/lib/domain/addons/installed";
import { findAddonType } from "@/lib/domain/addons/registry";
import { urls } from "@/lib/urls";
import { addonWords } from "./addon-words";
import { LinkButton } from "./link-button";
import { path } from "./paths";
import { RelativeTime } from "./relative-time";

/** An installed add-on, what it does and, for those who manage it, how its last run ended. */
export function AddonCard({
  row,
  elsewhere = false,
  manageable = true,
}: {
  row: AddonRow;
  elsewhere?: boolean;
  manageable?: boolean;
}) {
  const t = useTexts();
  const addon = findAddonType(row.name);
  const words = addon && addonWords(t, addon);
  const name = words?.name ?? row.name;
  const last = manageable ? row.state.log?.[0] : undefined;
  return (
    <article className="panel flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3">
      <div className="min-w-0 grow basis-72">
        <h3 className="font-semibold">{name}</h3>
        <p className="max-w-[72ch] text-ink-2">{words?.description ?? t("addons.unknownType")}</p>
        {elsewhere ? (
          <p className="text-table text-ink-2">
            {row.componentName
              ? t("addons.installedOnComponent", { component: row.componentName })
              : row.projectName
                ? t("addons.installedOnProject", { project: row.projectName })
                : t("addons.installedEverywhere")}
          </p>
        ) : null}
        {last ? (
          <p className="mt-1 flex items-start gap-1.5 text-table text-ink-2">
            {last.ok ? null : (
              <CircleAlert aria-label={t("addons.failed")} size={16} className="mt-px shrink-0 text-failing" />
            )}
            <span className="min-w-0 break-words">
              {last.text} (<RelativeTime at={new Date(last.at)} />)
            </span>
          </p>
        ) : null}
      </div>
      {manageable ? (
        <LinkButton small href={path(urls.addonPage(row.id))} label={t("addons.settingsActivityOf", { name })}>
          {t("addons.settingsActivity")}
        </LinkButton>
      ) : null}
    </article>
  );
}
