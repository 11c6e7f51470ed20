/** A setting as it is looked for. */
export interface SettingEntry {
  /** Name of its field, which is that of the API. */
  name: string;
  label: string;
  /** Its help. */
  about: string;
  /** The section that it stands in. */
  group: string;
}

/** Without case and accents: whoever types "muvelet" finds "művelet". */
const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Names of the settings in whose label, help or name all the words stand; undefined when nothing is looked for. */
export function foundSettings(entries: readonly SettingEntry[], typed: string): ReadonlySet<string> | undefined {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const fits = ({ name, label, about }: SettingEntry) => {
    const text = plain(`${label} ${about} ${name}`);
    return words.every((word) => text.includes(word));
  };
  return new Set(entries.filter(fits).map(({ name }) => name));
}
