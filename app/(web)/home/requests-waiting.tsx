import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { projectsWithAccessRequests } from "@/lib/domain/projects/access-requests";
import { projectsWithLanguageRequests } from "@/lib/domain/translations/language-requests";
import { urls } from "@/lib/urls";

/** Projects that are named; what waits longest comes first. */
const MOST = 5;

/** Requests that wait for the reader's answer, by project: for access and for languages; nothing where there is none. */
export async function RequestsWaiting() {
  const t = await getTexts();
  const actor = await currentActor();
  const [access, languages] = await Promise.all([
    projectsWithAccessRequests(actor, MOST),
    projectsWithLanguageRequests(actor, MOST),
  ]);
  const lines = [
    ...access.map((row) => ({
      ...row,
      key: `access ${row.slug}`,
      words: t("home.accessWaits", { count: row.requests }),
      href: path(urls.project(row.slug).accessTab({ tab: "requests" })),
    })),
    ...languages.map((row) => ({
      ...row,
      key: `language ${row.slug}`,
      words: t("home.languagesWait", { count: row.requests }),
      href: path(urls.project(row.slug).newLanguage),
    })),
  ];
  if (lines.length === 0) return null;
  return (
    <Section title={t("home.requests")}>
      <ul className="panel divide-y divide-line">
        {lines.map((line) => (
          <li key={line.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span className="min-w-0 grow break-words">
              <bdi className="font-medium">{line.name}</bdi>: {line.words}
            </span>
            <LinkButton small href={line.href} label={`${t("home.show")}: ${line.name}, ${line.words}`}>
              {t("home.show")}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
