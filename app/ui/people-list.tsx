import type { Contributor } from "@/lib/domain/statistics/contributors";
import { Ago } from "./ago";
import { counted } from "./numbers";

/** People who have worked here lately. */
export function PeopleList({ people }: { people: readonly Contributor[] }) {
  if (people.length === 0)
    return <p className="text-table text-ink-2">Nobody in the last 12 weeks. You could be the first.</p>;
  return (
    <ul className="grid gap-2">
      {people.map((person) => (
        <li key={person.username} className="flex items-baseline justify-between gap-3 text-table">
          <a href={`/user/${encodeURIComponent(person.username)}/`} className="name-link min-w-0 truncate">
            <bdi>{person.fullName || person.username}</bdi>
          </a>
          <span className="shrink-0 text-ink-2">
            {counted(person.changes, "text")}, <Ago at={person.lastAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
