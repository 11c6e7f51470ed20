import type { MessageKeys, Messages, NestedKeyOf, NestedValueOf } from "use-intl";
import { useLocale, useTranslations } from "use-intl/react";

/** The texts of the page for components that run in the browser; `ClientTexts` hands them their messages. */
export function useTexts() {
  return useTranslations();
}

/** The language of the page, as in HTML. */
export function useLanguage(): string {
  return useLocale();
}

/** Says a message of the catalogue: `t("footer.about")`. */
export type Texts = ReturnType<typeof useTexts>;

type Key = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** Keys of messages that take no arguments: what tables hold in place of words. */
export type TextKey = {
  [K in Key]: NestedValueOf<Messages, K> extends `${string}{${string}` | `${string}<${string}` ? never : K;
}[Key];
