import type { ReactNode } from "react";

/** Names with their values, in two columns where there is room. Empty values are left out. */
export function DefinitionList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  const said = facts.filter(([, value]) => value !== "" && value !== null && value !== undefined && value !== false);
  return (
    <dl className="grid gap-x-6 gap-y-2 text-table sm:grid-cols-[minmax(120px,max-content)_1fr]">
      {said.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd className="mb-1 min-w-0 break-words sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
