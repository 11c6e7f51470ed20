import type { TextKey, Texts } from "#texts";
import { serviceName } from "@/lib/domain/machinery/services";

/** Our own services; those outside bear the same name in all languages. */
const NAMES: Readonly<Record<string, TextKey>> = {
  weblate: "machinery.names.strings",
  "weblate-translation-memory": "machinery.names.memory",
  cyrtranslit: "machinery.names.script",
};

const CHOICES: Readonly<Record<string, TextKey>> = {
  default: "machinery.choice.default",
  less: "machinery.choice.less",
  more: "machinery.choice.more",
  prefer_less: "machinery.choice.prefer_less",
  prefer_more: "machinery.choice.prefer_more",
  true: "machinery.choice.true",
  false: "machinery.choice.false",
  auto: "machinery.choice.auto",
  source: "machinery.choice.source",
  secondary: "machinery.choice.secondary",
};

/** The name of a service in the language of the page; its id where there is none of it any more. */
export function serviceWords(t: Texts, id: string): string {
  const key = NAMES[id];
  return key ? t(key) : serviceName(id);
}

/** A choice of a service's settings in the language of the page; numbers stay what they are. */
export function serviceChoice(t: Texts, choice: string): string {
  const key = CHOICES[choice];
  return key ? t(key) : choice;
}
