/**
 * Cases that hold with every setting, each tried with one of them: the first case with the first setting, the second with
 * the second, and so on, so that every case and every setting is tried. All cases with all settings take three times as
 * long: `LOQUAT_TEST_COMBINATIONS=whole` tries them.
 */
export const ALL_COMBINATIONS = process.env.LOQUAT_TEST_COMBINATIONS === "whole";

/** One of the settings, for a single case: another one for each turn. */
export function oneOf<Setting>(settings: readonly Setting[], turn: number): readonly Setting[] {
  const at = turn % settings.length;
  return ALL_COMBINATIONS ? settings : settings.slice(at, at + 1);
}
