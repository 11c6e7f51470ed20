import { Button } from "@/app/ui/button";
import { dayIn } from "@/app/ui/change-list";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { DoneTable, WeekPlot } from "@/app/ui/week-plot";
import { scopeName } from "@/lib/domain/exports/feed";
import { reportPlace } from "@/lib/domain/exports/reports";
import {
  activityByLanguage,
  activityByPerson,
  activityByWeek,
  isPersonCursor,
  lastWeeks,
} from "@/lib/domain/statistics/activity";
import { forecast, PACE_WEEKS, statesByLanguage } from "@/lib/domain/statistics/forecast";
import { decodedPath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { ReportLinks } from "./report-links";
import { WordTable } from "./word-table";

export const generateMetadata = titledPlace("insights.title");

const PEOPLE = 50;
const WEEKS = ["12", "26", "52", "104"] as const;

/** A price as it was typed; 0 for what is none. */
/** A price as people write it, with a dot or a comma; undefined when it is none. */
function readPrice(text: string): number | undefined {
  const price = Number(text.trim().replace(",", "."));
  return Number.isFinite(price) && price >= 0 && price <= 1_000_000 ? price : undefined;
}

/** Activity, words by state, people, and when the work will be done: of everything, or of an object. */
export default async function InsightsPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ path?: string[] }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const slugs = decodedPath((await params).path ?? []);
    const asked = await searchParams;
    const weeks = WEEKS.find((value) => value === one(asked.weeks)) ?? "12";
    const after = isPersonCursor(one(asked.after)) ? one(asked.after) : undefined;
    const prices = { rate: readPrice(one(asked.rate)), editing: readPrice(one(asked.editing)) };
    const rates = { empty: prices.rate ?? 0, editing: prices.editing ?? 0 };
    const noPrice = (price: number | undefined) => (price === undefined ? t("insights.noPrice") : undefined);
    const { about, link, place, own } = await reportPlace(actor, slugs);
    const title = scopeName({ ...about, language: about.language && languageNames(t).of(about.language) });
    const period = lastWeeks(Number(weeks));
    const [done, languages, people, states] = await Promise.all([
      activityByWeek(actor, place, period),
      activityByLanguage(actor, place, period),
      activityByPerson(actor, place, period, { after, limit: PEOPLE, own }),
      statesByLanguage(actor, place),
    ]);
    const left = states.reduce((all, one) => all + one.total - one.translated, 0);
    const { date, pace } = forecast(left, done);
    const home = path(urls.insights(slugs));
    const last = people.rows.at(-1);
    const next = new URLSearchParams({ weeks, rate: String(rates.empty), editing: String(rates.editing) });
    return (
      <Page
        title={t("insights.title")}
        crumbs={[{ label: title, href: path(link) }, { label: t("insights.title") }]}
        lead={t("insights.lead")}
      >
        <form
          className="panel mb-6 grid items-start gap-4 p-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
          aria-label={t("insights.form")}
        >
          <Select
            label={t("insights.period")}
            name="weeks"
            defaultValue={weeks}
            choices={WEEKS.map((value) => ({ value, label: t("insights.weeks", { count: Number(value) }) }))}
          />
          <Field
            label={t("insights.rate")}
            name="rate"
            inputMode="decimal"
            defaultValue={one(asked.rate)}
            error={noPrice(prices.rate)}
          />
          <Field
            label={t("insights.editingRate")}
            name="editing"
            inputMode="decimal"
            defaultValue={one(asked.editing)}
            error={noPrice(prices.editing)}
          />
          <div className="sm:self-end">
            <Button kind="primary">{t("insights.show")}</Button>
          </div>
        </form>
        <Section
          title={t("insights.byWeek")}
          id="work"
          action={<ReportLinks report="activity" slugs={slugs} period={period} />}
        >
          <WeekPlot
            weeks={done}
            changesOf={(first, last) => path(urls.history(slugs, { start_date: first, end_date: last }))}
          />
          <p className="mt-3 max-w-[72ch]">
            {left === 0
              ? t("insights.nothingLeft")
              : date
                ? t("insights.doneOn", {
                    left,
                    pace: Math.round(pace * 10) / 10,
                    weeks: String(PACE_WEEKS),
                    date: dayIn(t.language).format(new Date(date)),
                  })
                : pace > 0
                  ? t("insights.noDate", { left, pace: Math.round(pace * 10) / 10, weeks: String(PACE_WEEKS) })
                  : t("insights.noPace", { left, weeks: String(PACE_WEEKS) })}
          </p>
          {left > 0 ? <ReportLinks report="forecast" slugs={slugs} /> : null}
        </Section>
        <Section
          title={t("insights.words")}
          lead={t("insights.wordsLead")}
          id="words"
          action={<ReportLinks report="words" slugs={slugs} rates={rates} />}
        >
          <WordTable rows={languageNames(t).listed(states)} rates={rates} />
        </Section>
        <Section
          title={t("common.languages")}
          id="languages"
          action={<ReportLinks report="languages" slugs={slugs} period={period} />}
        >
          {languages.length === 0 ? (
            <p className="text-ink-2">{t("insights.none")}</p>
          ) : (
            <DoneTable
              label={t("insights.languageTable")}
              head={t("common.language")}
              lines={languages.map((line) => ({ ...line, name: languageNames(t).of(line.name), key: line.code }))}
            />
          )}
        </Section>
        <Section
          title={t("common.people")}
          lead={[own && t("insights.ownAlone"), people.rows.length > 0 && t("insights.acceptedLead")]
            .filter(Boolean)
            .join(" ")}
          id="people"
          action={
            <div className="flex flex-wrap gap-x-4">
              <ReportLinks report="contributors" slugs={slugs} period={period} />
              <ReportLinks report="work" slugs={slugs} period={period} />
              <ReportLinks report="credits" slugs={slugs} period={period} />
            </div>
          }
        >
          {people.rows.length === 0 ? (
            <p className="text-ink-2">{t("insights.none")}</p>
          ) : (
            <DoneTable
              label={t("insights.peopleTable")}
              head={t("insights.person")}
              lines={people.rows.map((line) => ({
                ...line,
                key: line.username,
                name: line.fullName || line.username,
                href: path(urls.user(line.username).web),
              }))}
            />
          )}
          {people.more && last ? (
            <div className="mt-3">
              <LinkButton href={`${home}?${next}&after=${last.cursor}#people`}>{t("insights.more")}</LinkButton>
            </div>
          ) : null}
        </Section>
      </Page>
    );
  });
}
