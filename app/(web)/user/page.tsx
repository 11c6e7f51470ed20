import { EmptyState } from "@/app/ui/empty-state";
import { FindForm } from "@/app/ui/find-form";
import { guarded } from "@/app/ui/guard";
import { KeyPager } from "@/app/ui/key-pager";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { currentActor } from "@/app/ui/session";
import { listDirectory } from "@/lib/domain/users/directory";
import { urls } from "@/lib/urls";

export const generateMetadata = titled("common.people");

const SIZE = 60;

/** People, by their names. */
export default async function DirectoryPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const asked = await searchParams;
    const words = one(asked.q).trim().slice(0, 100);
    const after = one(asked.after) || undefined;
    const actor = await currentActor();
    const { rows, next } = await listDirectory(actor, { words, after, limit: SIZE });
    const q = words || undefined;
    return (
      <Page
        title={t("common.people")}
        lead={t(actor.isAnonymous ? "directory.leadVisitor" : "directory.lead")}
        actions={
          actor.isAnonymous ? null : (
            <LinkButton href={path(urls.user(actor.username).web)}>{t("directory.own")}</LinkButton>
          )
        }
      >
        <FindForm label={t("directory.find")} words={words} />
        {rows.length === 0 ? (
          <EmptyState
            title={t("directory.none")}
            action={words ? <LinkButton href={path(urls.directory())}>{t("directory.showAll")}</LinkButton> : undefined}
          >
            {t(words ? "directory.noneFound" : "directory.noneYet")}
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,260px),1fr))] gap-3">
            {rows.map((person) => (
              <li key={person.id} className="panel relative min-w-0 px-4 py-3">
                <a
                  href={path(urls.user(person.username).web)}
                  className="name-link block truncate font-medium after:absolute after:inset-0"
                >
                  <bdi>{person.fullName || person.username}</bdi>
                </a>
                <p className="truncate text-table text-ink-2">
                  <bdi>{person.username}</bdi>
                </p>
                <p className="text-meta text-ink-3">
                  {t.rich("directory.joined", {
                    ago: () => <RelativeTime at={person.dateJoined} />,
                  })}
                </p>
              </li>
            ))}
          </ul>
        )}
        <KeyPager
          first={after ? path(urls.directory({ q })) : undefined}
          next={next && path(urls.directory({ q, after: next }))}
        />
      </Page>
    );
  });
}
