import { classes } from "./classes";

/** A bar as it is drawn: what is said of it, and its pieces. */
export interface DrawnBar {
  said: string;
  /** Strings that are approved, translated, read-only, in need of editing, and empty. */
  parts: readonly number[];
  /** How much of the bar is marked as failing, in percent. */
  failing?: string;
}

const LOOKS = ["bar-approved", "bar-translated", "bar-readonly", "bar-needs", ""] as const;

/** One segment for each state in its colour and pattern, failing checks marked underneath. Its title is also its name. */
export function Bar({ bar, tall = false }: { bar: DrawnBar; tall?: boolean }) {
  return (
    <div role="img" title={bar.said} className="min-w-16">
      <div className={classes("bar", tall ? "h-3" : "h-2")}>
        {LOOKS.map((look, at) => {
          const amount = bar.parts[at] ?? 0;
          return amount > 0 ? (
            <span key={look || "empty"} className={look || undefined} style={{ flex: `${amount} 0 3px` }} />
          ) : null;
        })}
      </div>
      {bar.failing === undefined ? null : <div className="bar-failing" style={{ width: `${bar.failing}%` }} />}
    </div>
  );
}
