import type { ReactNode } from "react";

export interface SettingsGroup {
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** Groups of settings one below the other, a list of them at the side, and what saves always in sight. */
export function SettingsSections({
  groups,
  label,
  bar,
}: {
  groups: readonly (SettingsGroup & { hidden?: boolean })[];
  /** Name of the list at the side. */
  label: string;
  bar: ReactNode;
}) {
  return (
    <div className="grid gap-6 lg:grid-cols-[180px_1fr]">
      <nav aria-label={label} className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4">
        <ul className="top-20 flex gap-1 lg:sticky lg:flex-col">
          {groups.map((group) => (
            <li key={group.id} hidden={group.hidden}>
              <a
                href={`#${group.id}`}
                className="inline-flex min-h-9 items-center rounded-control px-3 whitespace-nowrap text-ink-2 no-underline hover:bg-sunken hover:text-ink lg:w-full lg:whitespace-normal"
              >
                {group.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-[760px] min-w-0 xl:max-w-none">
        {groups.map((group) => (
          <section
            key={group.id}
            id={group.id}
            aria-labelledby={`${group.id}-title`}
            hidden={group.hidden}
            className="panel mb-5 p-5"
          >
            <h2 id={`${group.id}-title`} className="text-h2 font-semibold tracking-tight">
              {group.title}
            </h2>
            {group.lead ? <p className="mt-0.5 text-ink-2">{group.lead}</p> : null}
            <div className="settings mt-4 grid gap-4">{group.children}</div>
          </section>
        ))}
        <div className="sticky bottom-0 z-10 -mx-1 border-t border-line bg-bg px-1 py-3">{bar}</div>
      </div>
    </div>
  );
}
