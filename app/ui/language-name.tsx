/** A language in English, with its own name and code where asked for. */
export function LanguageName({
  language,
  native = false,
  code = false,
}: {
  language: { name: string; code: string; nativeName?: string; direction?: string };
  native?: boolean;
  code?: boolean;
}) {
  const own = native && language.nativeName && language.nativeName !== language.name ? language.nativeName : "";
  return (
    <span>
      {language.name}
      {own ? (
        <span className="ms-2 font-native font-normal text-ink-2">
          <bdi lang={language.code.replaceAll("_", "-")}>{own}</bdi>
        </span>
      ) : null}
      {code ? <code className="ms-2 font-mono text-meta font-normal text-ink-3">{language.code}</code> : null}
    </span>
  );
}
