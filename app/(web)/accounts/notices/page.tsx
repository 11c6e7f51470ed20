import { Check, Undo2 } from "lucide-react";
import { ActionForm } from "@/app/ui/action-form";
import { ChangeLine } from "@/app/ui/change-line";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { currentLanguage, getTexts, titled, useTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Tabs } from "@/app/ui/tabs";
import { changeAddress } from "@/lib/domain/changes/address";
import { listNotices, type NoticeWithChanges, newestOpen, placeOf, withChanges } from "@/lib/domain/notices/inbox";
import { happenedText } from "@/lib/domain/notices/kind-texts";
import { isAsked } from "@/lib/domain/users/subscriptions";
import { urls } from "@/lib/urls";
import { markAllNotices, markNotice } from "./actions";

export const generateMetadata = titled("notices.title");

const SIZE = 25;
/** Changes that are shown of each notice. */
const SHOWN = 3;

/** Notices of whoever is signed in, those that are dealt with apart. */
export default function NoticesPage({ searchParams }: PageInput) {
  return guarded(async () => {
    const t = await getTexts();
    const asked = await searchParams;
    const done = one(asked.done) === "1";
    const actor = await currentActor();
    const found = await listNotices(actor, { done, before: one(asked.before), limit: SIZE + 1 });
    const rows = await withChanges(actor, found.slice(0, SIZE), SHOWN);
    const seen = done ? null : await newestOpen(actor);
    const last = rows.at(-1);
    return (
      <Page
        title={t("notices.title")}
        actions={<LinkButton href={path(urls.profile("notices"))}>{t("notices.settings")}</LinkButton>}
      >
        <Tabs
          label={t("notices.title")}
          tabs={[
            { label: t("notices.open"), href: path(urls.notices()), current: !done },
            { label: t("notices.done"), href: path(urls.notices({ done: true })), current: done },
          ]}
        />
        {rows.length === 0 ? (
          <EmptyState title={t(done ? "notices.nothingDone" : "notices.nothing")}>
            {done ? null : t("notices.nothingText")}
          </EmptyState>
        ) : (
          <>
            {seen ? (
              <ActionForm action={markAllNotices} label={t("notices.markAll")} className="mb-4">
                <input type="hidden" name="seen" value={seen.toISOString()} />
                <Submit kind="secondary">{t("notices.markAll")}</Submit>
              </ActionForm>
            ) : null}
            <Days rows={rows} language={await currentLanguage()} />
          </>
        )}
        {found.length > SIZE && last ? (
          <nav aria-label={t("notices.older")} className="mt-5">
            <LinkButton href={path(urls.notices({ done, before: placeOf(last) }))}>{t("notices.older")}</LinkButton>
          </nav>
        ) : null}
      </Page>
    );
  });
}

/** Notices under the day that they are of. */
function Days({ rows, language }: { rows: readonly NoticeWithChanges[]; language: string }) {
  const name = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { dateStyle: "full", timeZone: "UTC" });
  const days = new Map<string, NoticeWithChanges[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return (
    <div className="grid gap-5">
      {[...days].map(([day, all]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className="mb-2 text-table font-semibold text-ink-2">
            {name.format(new Date(`${day}T00:00:00Z`))}
          </h2>
          <ul className="panel divide-y divide-line">
            {all.map((row) => (
              <Notice key={row.id} notice={row} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** What the notice is about: the one string that it tells of, else its object. */
function addressOf(notice: NoticeWithChanges): string {
  const [line] = notice.lines;
  if (notice.count === 1 && line) return path(changeAddress(line));
  const { projectSlug, componentSlug, categoryPath, languageCode } = notice;
  if (notice.notification === "AccessRequestNotification")
    return path(urls.project(projectSlug).accessTab({ tab: "requests" }));
  const asked = ["LanguageRequestNotification", "LanguageDeclinedNotification"].includes(notice.notification);
  if (!componentSlug) return path(asked ? urls.project(projectSlug).newLanguage : urls.project(projectSlug).web);
  const place = { projectSlug, componentSlug, categoryPath: categoryPath ?? "" };
  if (asked) return path(urls.component(place).newLanguage);
  return path(languageCode ? urls.translation({ ...place, languageCode }).web : urls.component(place).web);
}

function Notice({ notice }: { notice: NoticeWithChanges }) {
  const t = useTexts();
  const names = languageNames(t);
  const done = notice.doneAt !== null;
  const place = [notice.projectName, notice.componentName, notice.languageName && names.of(notice.languageName)]
    .filter(Boolean)
    .join(" › ");
  const what = t(happenedText(notice.notification), { count: notice.count });
  const more = notice.count - notice.lines.length;
  const label = t(done ? "notices.reopenOf" : "notices.doneOf", { what, place });
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1">
        <h3 className="min-w-0 text-body font-semibold">
          {what}{" "}
          <a href={addressOf(notice)} className="link font-normal break-words">
            <bdi>{place}</bdi>
          </a>
        </h3>
        <ActionForm action={markNotice} label={label} className="ms-auto">
          <input type="hidden" name="id" value={notice.id} />
          <input type="hidden" name="done" value={done ? "no" : "yes"} />
          <Submit kind="secondary" small aria-label={label}>
            {done ? <Undo2 aria-hidden size={16} /> : <Check aria-hidden size={16} />}
            {t(done ? "notices.reopen" : "notices.markDone")}
          </Submit>
        </ActionForm>
      </div>
      {notice.lines.length > 0 ? (
        <ul>
          {notice.lines.map((line) => (
            <ChangeLine key={line.id} change={line} />
          ))}
        </ul>
      ) : null}
      {more > 0 && !isAsked(notice.notification) ? (
        <p className="px-4 pb-2 text-table">
          <a className="link" href={path(urls.project(notice.projectSlug).history)}>
            {t("notices.others", { count: more })}
          </a>
        </p>
      ) : null}
    </li>
  );
}
