import type { TextKey, Texts } from "#texts";

/** A setting of the environment, as the table of the README says it in Markdown. */
interface Described {
  name: string;
  description: string;
  without: string;
}

/** What a setting of the environment does, and what stands where it is not set, in the language of the page. */
export function environmentWords(
  t: Texts,
  { name, description, without }: Described,
): { about: string; without: string } {
  const say = (part: "about" | "without", english: string) => {
    const key = `environment.${part}.${name}`;
    return t.has(key as TextKey) ? t(key as TextKey) : plainText(english);
  };
  return { about: say("about", description), without: say("without", without) };
}

/** Descriptions are written for a table of Markdown. */
function plainText(markdown: string): string {
  return markdown.replace(/`([^`]*)`/g, "$1").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}
