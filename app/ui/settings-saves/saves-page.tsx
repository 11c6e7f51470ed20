import { Callout } from "@/app/ui/callout";
import { EmptyState } from "@/app/ui/empty-state";
import { KeyPager } from "@/app/ui/key-pager";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, readCursor } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import type { Crumb } from "@/app/ui/path-crumbs";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { addressOf } from "@/lib/domain/components/components";
import { planRevert } from "@/lib/domain/undo/revert-settings";
import { listSaves, type SavesPlace } from "@/lib/domain/undo/saved-settings";
import { urls } from "@/lib/urls";
import { putBack } from "./actions";
import { RevertQuestion } from "./revert-question";
import { SaveList } from "./save-list";
import { savesPage, savesSlugs } from "./saves-address";

const PAGE_SIZE = 20;

/** Saves of the settings of a place, and the question whether one of them is to be put back. */
export async function SavesPage({
  place,
  title,
  crumbs,
  asked,
}: {
  place: SavesPlace;
  title: string;
  crumbs?: readonly Crumb[];
  asked: Record<string, string | string[] | undefined>;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const before = readCursor(asked.before);
  // Ids of teams are 32 bits wide.
  const team = /^[1-9]\d{0,8}$/.test(one(asked.team)) ? Number(one(asked.team)) : undefined;
  const { rows, next } = await listSaves(actor, place, { before, team, limit: PAGE_SIZE });
  const id = readCursor(asked.revert);
  const plan = id === undefined ? undefined : await planRevert(actor, place, id);
  const slugs = savesSlugs(place);
  const whole = path(savesPage(place));
  const home = team === undefined ? whole : `${whole}?team=${team}`;
  const at = (query: string) => `${home}${team === undefined ? "?" : "&"}${query}`;
  return (
    <Page
      title={title}
      crumbs={crumbs}
      lead={t("settingsSaves.lead")}
      actions={
        <LinkButton href={path(place.kind === "site" ? urls.siteSettings() : urls.below("settings", slugs))}>
          {t("common.settings")}
        </LinkButton>
      }
    >
      {team === undefined ? null : (
        <p className="mb-4 text-table text-ink-2">
          {t("settingsSaves.oneTeam")} <a href={whole}>{t("settingsSaves.all")}</a>
        </p>
      )}
      {asked.done ? (
        <div id="done" className="mb-5 scroll-mt-20">
          <Callout tone="success" live>
            {t("settingsSaves.done")}
          </Callout>
        </div>
      ) : null}
      {plan ? (
        <RevertQuestion
          key={plan.save.id}
          plan={plan}
          home={home}
          action={putBack.bind(null, slugs.join("/"), plan.save.id, { version: plan.version, whole: plan.whole })}
        />
      ) : null}
      {rows.length === 0 ? (
        <EmptyState title={t("settingsSaves.none")}>{t("settingsSaves.noneText")}</EmptyState>
      ) : (
        <SaveList
          rows={rows}
          revertHref={(save) => `${at(`revert=${save}`)}#revert`}
          operations={
            place.kind === "component" ? path(urls.component(addressOf(place.component)).operationsPage) : undefined
          }
        />
      )}
      <KeyPager
        next={next === undefined ? undefined : at(`before=${next}`)}
        first={before === undefined ? undefined : home}
      />
    </Page>
  );
}
