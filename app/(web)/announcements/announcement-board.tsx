import { Plus } from "lucide-react";
import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { TONES } from "@/app/ui/announcements";
import { Callout } from "@/app/ui/callout";
import { dismiss } from "@/app/ui/dismiss-announcement";
import { EmptyState } from "@/app/ui/empty-state";
import type { FormAction } from "@/app/ui/form-state";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { RichText } from "@/app/ui/rich-text";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import {
  type AnnouncementRow,
  type AnnouncementScope,
  dismissedOf,
  listAnnouncements,
  mayAnnounce,
  mayChangeAnnouncements,
} from "@/lib/domain/projects/announcements";
import { readRichText } from "@/lib/text/rich-text";
import { AnnouncementForm } from "./announcement-form";

const MOST = 100;

/** What can be done with announcements of a place. */
interface Acts {
  post: FormAction;
  change: (id: number) => FormAction;
  takeDown: (id: number) => FormAction;
}

/** Announcements of one place: to be read, and where acts are given posted, changed and taken down. */
export async function AnnouncementBoard({
  scope,
  home,
  chosen,
  acts,
}: {
  scope: AnnouncementScope;
  /** Path of the page. */
  home: string;
  /** Id of the one that is being changed. */
  chosen?: number;
  acts?: Acts;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const { rows } = await listAnnouncements(scope, { limit: MOST, offset: 0 });
  const dismissed = await dismissedOf(
    actor,
    rows.map(({ id }) => id),
  );
  const changes = acts && mayChangeAnnouncements(actor, scope);
  const removes = acts && mayAnnounce(actor, scope, "announcement.delete");
  const edited = changes ? rows.find(({ id }) => id === chosen) : undefined;
  return (
    <>
      {rows.length === 0 ? (
        <div className="mb-6">
          <EmptyState title={t("announcements.none")}>{acts ? t("announcements.noneText") : null}</EmptyState>
        </div>
      ) : (
        <ul className="mb-6 grid gap-3">
          {rows.map((row) => (
            <li key={row.id} aria-current={row.id === edited?.id ? "true" : undefined}>
              <Posted
                row={row}
                dismissed={dismissed.has(row.id)}
                change={changes ? `${home}?change=${row.id}#write` : undefined}
                takeDown={removes ? acts.takeDown(row.id) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      {acts && (edited || mayAnnounce(actor, scope, "announcement.add")) ? (
        <Section
          id="write"
          title={t(edited ? "announcements.changeTitle" : "announcements.new")}
          lead={edited ? t("announcements.changeHint") : undefined}
          action={
            edited ? (
              <LinkButton href={home} small>
                <Plus aria-hidden size={16} /> {t("announcements.another")}
              </LinkButton>
            ) : undefined
          }
        >
          <AnnouncementForm
            key={edited?.id ?? 0}
            action={edited ? acts.change(edited.id) : acts.post}
            announcement={edited}
            notifies={scope.permissionScope !== undefined}
          />
        </Section>
      ) : null}
    </>
  );
}

function Posted({
  row,
  dismissed,
  change,
  takeDown,
}: {
  row: AnnouncementRow;
  /** Whether the reader does not want to see it above pages. */
  dismissed: boolean;
  /** Where it is changed; undefined for those who may not. */
  change: string | undefined;
  takeDown: FormAction | undefined;
}) {
  const t = useTexts();
  const text = row.message.slice(0, 40);
  return (
    <Callout tone={TONES[row.severity]}>
      <RichText nodes={readRichText(row.message)} />
      {row.expiry ? (
        <p className="mt-1 text-table text-ink-2">{t("announcements.until", { day: row.expiry })}</p>
      ) : null}
      {change || takeDown || dismissed ? (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {change ? (
            <LinkButton href={change} small label={t("announcements.changeNamed", { text })}>
              {t("announcements.change")}
            </LinkButton>
          ) : null}
          {takeDown ? (
            <ActionForm action={takeDown} label={t("announcements.removeNamed", { text })}>
              <Submit kind="quiet" small aria-label={t("announcements.removeNamed", { text })}>
                {t("common.remove")}
              </Submit>
            </ActionForm>
          ) : null}
          {dismissed ? (
            <ActionForm
              action={dismiss.bind(null, row.id, false)}
              label={t("announcements.showAgainNamed", { text })}
              className="flex flex-wrap items-center gap-2"
            >
              <span className="text-table text-ink-2">{t("announcements.dismissed")}</span>
              <Submit kind="quiet" small aria-label={t("announcements.showAgainNamed", { text })}>
                {t("announcements.showAgain")}
              </Submit>
            </ActionForm>
          ) : null}
        </div>
      ) : null}
    </Callout>
  );
}
