import { useTexts } from "#texts";
import type { Contributor } from "@/lib/domain/statistics/contributors";
import { urls } from "@/lib/urls";
import { path } from "./paths";
import { RelativeDay } from "./relative-time";

/** People who have worked here lately. */
export function PeopleList({ people }: { people: readonly Contributor[] }) {
  const t = useTexts();
  if (people.length === 0) return <p className="text-table text-ink-2">{t("activity.none")}</p>;
  return (
    <ul className="grid gap-2">
      {people.map((person) => (
        <li key={person.username ?? person.fullName} className="flex items-baseline justify-between gap-3 text-table">
          {person.username === null ? (
            <bdi className="min-w-0 truncate">{person.fullName}</bdi>
          ) : (
            <a href={path(urls.user(person.username).web)} className="name-link min-w-0 truncate">
              <bdi>{person.fullName || person.username}</bdi>
            </a>
          )}
          <span className="shrink-0 text-ink-2">
            {t.rich("activity.person", { count: person.changes, ago: () => <RelativeDay day={person.lastDay} /> })}
          </span>
        </li>
      ))}
    </ul>
  );
}
