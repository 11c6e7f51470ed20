import { useTexts } from "#texts";
import { Checkbox } from "@/app/ui/checkbox";
import { CLASH_TITLES } from "@/app/ui/clash-titles";
import { languageNames } from "@/app/ui/language-names";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { UnitText } from "@/app/ui/unit-text";
import type { ClashRow } from "@/lib/domain/clashes/list";
import { checksumOf } from "@/lib/text/hash";
import { sayRefusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";

/**
 * One clash: the string, both texts with their writers, and what was decided.
 * @param several whether the list is of several components, so that each is named
 * @param decidable whether the reader may have a say
 */
export function ClashCard({ row, several, decidable }: { row: ClashRow; several: boolean; decidable: boolean }) {
  const t = useTexts();
  const names = languageNames(t);
  const name = row.context || (row.sources[0] ?? "");
  const title = (
    <>
      <span className="font-medium">
        {several ? (
          <>
            <bdi>{row.componentName}</bdi>
            {" › "}
          </>
        ) : null}
        {names.of(row.languageName)}
      </span>
      {" · "}
      <bdi data-string className="font-string">
        {name}
      </bdi>
    </>
  );
  const sides = [
    {
      who: t("clashes.here", { user: row.translatorName || t("clashes.somebody") }),
      at: row.translatedAt,
      texts: row.translatorTargets,
    },
    {
      who: t("clashes.upstream", { user: row.upstreamAuthorName || t("clashes.somebody") }),
      at: row.committedAt,
      texts: row.upstreamTargets,
    },
  ];
  return (
    <li className="panel">
      <div className="flex flex-wrap items-start justify-between gap-x-4 px-4 py-2">
        {row.decidable && decidable ? (
          <Checkbox name="clash" value={String(row.id)} label={title} />
        ) : (
          <p className="py-1">{title}</p>
        )}
        {row.idHash === null ? null : (
          <a className="py-1 text-table" href={path(urls.unitPage(row, checksumOf(BigInt(row.idHash))))}>
            {t("clashes.openString")}
          </a>
        )}
        {row.context === "" || row.sources.every((text) => text === "") ? null : (
          <div className="grid basis-full gap-1 pb-1">
            {row.sources.map((text, form) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
              <UnitText key={form} text={text} lang={row.sourceLanguageCode} small />
            ))}
          </div>
        )}
        <p className="basis-full text-table text-ink-2">
          {t(CLASH_TITLES[row.kind])}
          {row.refusal === "" ? null : `: ${row.refusalSaid ? sayRefusal(t, row.refusalSaid) : row.refusal}`}
          {row.decision ? (
            <>
              {" · "}
              {row.deciderName
                ? t("clashes.by", { decision: t(`clashes.decision.${row.decision}`), user: row.deciderName })
                : t(`clashes.decision.${row.decision}`)}
            </>
          ) : null}
        </p>
      </div>
      <dl className="grid border-t border-line md:grid-cols-2">
        {sides.map(({ who, at, texts }) => (
          <div
            key={who}
            className="min-w-0 border-line px-4 py-2.5 not-first:border-t md:not-first:border-t-0 md:not-first:border-s"
          >
            <dt className="text-table text-ink-2">
              {who}
              {at ? (
                <>
                  {", "}
                  <RelativeTime at={at} />
                </>
              ) : null}
            </dt>
            <dd className="mt-1 grid gap-1">
              {texts.every((text) => text === "") ? (
                <span className="text-ink-3">
                  {t(row.kind === "unwritable" ? "clashes.noText" : "clashes.removed")}
                </span>
              ) : (
                texts.map((text, form) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
                  <UnitText key={form} text={text} lang={row.languageCode} small />
                ))
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
