import { Invalid } from "./errors";

/**
 * Refuses what was decided on a state that is none any more, so that nobody writes over what somebody else has changed.
 * @param fields in the order of the form
 * @param state `seen`: what the form showed; `now`: what is stored; `next`: what is asked for
 * @throws Invalid naming the fields that somebody else has changed, and what they say now
 */
export function refuseStale<Fields extends object>(
  fields: readonly (keyof Fields & string)[],
  { seen, now, next }: { seen: Partial<Fields>; now: Fields; next: Fields },
): void {
  const stale = fields.filter(
    (key) => seen[key] !== undefined && plain(seen[key]) !== plain(now[key]) && plain(next[key]) !== plain(now[key]),
  );
  if (stale.length === 0) return;
  throw new Invalid(
    stale.map((path) => {
      const value = now[path] === null || now[path] === "" ? "empty" : String(now[path]);
      const message = `Somebody else has changed this in the meantime. It is now: ${value}. Save again to replace it.`;
      return { path, code: "conflict", message };
    }),
  );
}

const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value);
