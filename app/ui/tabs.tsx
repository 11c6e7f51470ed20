import { classes } from "./classes";
import { CurrentInView } from "./current-in-view";

export interface Tab {
  label: string;
  href: string;
  /** A number behind the label. */
  count?: number;
  current: boolean;
}

/** Tabs that are links: each has an address of its own. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <nav aria-label={label} className="mb-5 overflow-x-auto border-b border-line">
      <ul className="flex min-w-max gap-1">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a
              href={tab.href}
              aria-current={tab.current ? "page" : undefined}
              className={classes(
                "-mb-px inline-flex min-h-11 items-center gap-1.5 border-b-2 px-3 no-underline",
                tab.current ? "border-primary font-semibold text-ink" : "border-transparent text-ink-2 hover:text-ink",
              )}
            >
              {tab.label}
              {tab.count === undefined ? null : (
                <span className="rounded-full bg-sunken px-1.5 text-meta text-ink-2 tabular-nums">{tab.count}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <CurrentInView />
    </nav>
  );
}
