import { it } from "vitest";
import { ALL_COMBINATIONS } from "./combinations";

/** As `it`, which may leave a case to another setting. */
interface Turn {
  (says: string, run: () => Promise<void>): void;
  each: typeof it.each;
}

/**
 * `it` for the cases below one of several settings; see `combinations.ts`.
 * @param place which of the settings this is, from 0
 * @param places how many there are
 * @param shift lets the cases begin with another setting, such as the place in a second list of settings
 */
export function inTurn(place: number, places: number, shift = 0): Turn {
  let at = shift;
  const mine = (): boolean => at++ % places === place || ALL_COMBINATIONS;
  const one = (says: string, run: () => Promise<void>): void => {
    if (mine()) it(says, run);
  };
  const each = (values: readonly unknown[]) => it.each(values.filter(mine));
  return Object.assign(one, { each: each as typeof it.each });
}
