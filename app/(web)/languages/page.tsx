import type { Metadata } from "next";
import { EmptyState } from "@/app/ui/empty-state";
import { LanguageName } from "@/app/ui/language-name";
import { LinkButton } from "@/app/ui/link-button";
import { counted } from "@/app/ui/numbers";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { currentActor } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { WorkTable } from "@/app/ui/work-table";
import { type LanguageInUse, listLanguagesInUse } from "@/lib/domain/statistics/languages-in-use";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";

export const metadata: Metadata = { title: "Languages" };

export default async function LanguagesPage({ searchParams }: PageInput) {
  const all = one((await searchParams).show) === "all";
  const actor = await currentActor();
  const [languages, mine] = await Promise.all([
    listLanguagesInUse(all),
    actor.isAnonymous ? [] : readUserLanguages(actor.userId),
  ]);
  const own = new Set(mine.map((language) => language.code));
  const used = languages.filter((row) => row.counters !== null);
  const ordered = [...used.filter((row) => own.has(row.code)), ...used.filter((row) => !own.has(row.code))];
  return (
    <Page
      title="Languages"
      actions={
        mine[0] ? (
          <LinkButton kind="primary" href={`/languages/${encodeURIComponent(mine[0].code)}/`}>
            Open {mine[0].name}
          </LinkButton>
        ) : null
      }
    >
      <Tabs
        label="Languages"
        tabs={[
          { label: "In use", href: "/languages/", current: !all },
          { label: "All known", href: "/languages/?show=all", current: all },
        ]}
      />
      {all ? (
        <Catalogue languages={languages} />
      ) : ordered.length === 0 ? (
        <EmptyState title="Nothing is translated yet" action={<LinkButton href="/projects/">Projects</LinkButton>}>
          Languages appear here with the first component.
        </EmptyState>
      ) : (
        <WorkTable
          label="Languages in use"
          head="Language"
          lines={ordered.flatMap((row) =>
            row.counters === null
              ? []
              : [
                  {
                    key: row.id,
                    name: <LanguageName language={row} native />,
                    plainName: row.name,
                    href: `/languages/${encodeURIComponent(row.code)}/`,
                    numbers: row.counters,
                    note: `${own.has(row.code) ? "your language" : row.code}, ${counted(row.counters.translations, "component")}`,
                  },
                ],
          )}
        />
      )}
    </Page>
  );
}

function Catalogue({ languages }: { languages: readonly LanguageInUse[] }) {
  return (
    <ul className="columns-1 gap-6 sm:columns-2 lg:columns-3">
      {languages.map((language) => (
        <li key={language.id} className="break-inside-avoid">
          <a
            href={`/languages/${encodeURIComponent(language.code)}/`}
            className="name-link inline-flex min-h-8 items-center font-normal"
          >
            <LanguageName language={language} code />
          </a>
        </li>
      ))}
    </ul>
  );
}
