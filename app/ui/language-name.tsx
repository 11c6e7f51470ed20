import { useTexts } from "#texts";
import { languageNames } from "./language-names";

/** A language as the reader names it, with its own name and code where asked for. */
export function LanguageName({
  language,
  native = false,
  code = false,
}: {
  language: { name: string; code: string; nativeName?: string; direction?: string };
  native?: boolean;
  code?: boolean;
}) {
  const name = languageNames(useTexts()).of(language.name);
  const own = native && language.nativeName && language.nativeName !== name ? language.nativeName : "";
  return (
    <span>
      {name}
      {own ? (
        <span className="ms-2 font-native font-normal text-ink-2">
          <bdi lang={language.code.replaceAll("_", "-")}>{own}</bdi>
        </span>
      ) : null}
      {code ? <code className="ms-2 font-mono text-meta font-normal text-ink-3">{language.code}</code> : null}
    </span>
  );
}
