import type { TextKey } from "#texts";
import { DefinitionList } from "@/app/ui/definition-list";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { siteName } from "@/app/ui/site-look";
import { siteNumbers } from "@/lib/domain/statistics/remaining-work";
import { RELEASE } from "@/lib/platform/release";
import { urls } from "@/lib/urls";

export const generateMetadata = titled("about.link");

const PLACES: readonly (readonly [title: TextKey, text: TextKey, address: () => string])[] = [
  ["about.numbers", "about.numbersText", urls.statistics],
  ["about.keys", "about.keysText", () => urls.keys()],
  ["announcements.title", "about.announcementsText", () => urls.announcements()],
  ["contact.title", "about.contactText", urls.contact],
  ["about.api", "about.apiText", urls.api],
];

/** What runs here, and where more is told of it. */
export default async function AboutPage() {
  const t = await getTexts();
  const name = await siteName();
  const { projects, people } = await siteNumbers(await currentActor());
  return (
    <Page title={t("about.title", { name })} lead={t("about.lead")} narrow>
      <div className="panel mb-8 p-4">
        <DefinitionList
          facts={[
            [
              t("about.version"),
              <span key="version" className="tabular-nums">
                {RELEASE.version}
              </span>,
            ],
            [t("about.licence"), RELEASE.licence],
            [t("about.projects"), t("siteStats.number", { count: projects })],
            [t("about.people"), t("siteStats.number", { count: people })],
          ]}
        />
      </div>
      <Section title={t("about.more")}>
        <ul className="panel divide-y divide-line">
          {PLACES.map(([title, text, address]) => (
            <li key={title} className="relative px-4 py-3">
              <a href={path(address())} className="name-link font-medium after:absolute after:inset-0">
                {t(title)}
              </a>
              <p className="text-table text-ink-2">{t(text)}</p>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  );
}
