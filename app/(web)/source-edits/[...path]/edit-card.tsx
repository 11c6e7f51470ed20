import { useTexts } from "#texts";
import { Checkbox } from "@/app/ui/checkbox";
import { languageNames } from "@/app/ui/language-names";
import { path } from "@/app/ui/paths";
import { UnitText } from "@/app/ui/unit-text";
import { WordDiff } from "@/app/ui/word-diff";
import { addressOf, type ComponentRow } from "@/lib/domain/components/components";
import type { SourceEdit } from "@/lib/domain/source-edits/list";
import { checksumOf } from "@/lib/text/hash";
import { urls } from "@/lib/urls";

/** One edit of a source string: what changed, its translations, and what the same change would make of them. */
export function EditCard({
  edit,
  component,
  decidable,
}: {
  edit: SourceEdit;
  component: ComponentRow;
  decidable: boolean;
}) {
  const t = useTexts();
  const names = languageNames(t);
  const language = component.sourceLanguage;
  const followed = edit.translations.filter((one) => one.followed !== null);
  const kind = t(`sourceEdits.kind.${edit.kind}`);
  const place = { ...addressOf(component), languageCode: language.code };
  return (
    <li className="panel">
      <div className="flex flex-wrap items-start justify-between gap-x-4 px-4 py-2">
        {decidable ? (
          <Checkbox
            name="edit"
            id={`edit-${edit.sourceId}-${edit.before.join(" ").length}`}
            value={JSON.stringify({ sourceId: edit.sourceId, before: edit.before, after: edit.after })}
            label={<span className="font-medium">{kind}</span>}
            aria-label={`${kind}: ${edit.after[0] ?? ""}`}
          />
        ) : (
          <p className="py-1 font-medium">{kind}</p>
        )}
        <a className="py-1 text-table" href={path(urls.unitPage(place, checksumOf(BigInt(edit.idHash))))}>
          {t("sourceEdits.openString")}
        </a>
        {edit.context === "" ? null : (
          <p className="basis-full break-all font-mono text-table text-ink-2">{edit.context}</p>
        )}
        <div className="grid basis-full gap-1 py-1">
          {edit.after.map((text, form) => (
            <WordDiff
              // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
              key={form}
              before={edit.before[form] ?? ""}
              after={text}
              lang={language.code}
              dir={language.direction}
            />
          ))}
        </div>
        <p className="basis-full text-table text-ink-2">
          {t(edit.kind === "words" ? "sourceEdits.advice.words" : "sourceEdits.advice.small")}
        </p>
      </div>
      <details className="border-t border-line px-4 py-2" open={edit.translations.length <= 4}>
        <summary className="min-h-6 cursor-pointer">
          {t("sourceEdits.translations", { count: edit.translations.length })}
          {followed.length > 0 ? ` · ${t("sourceEdits.follow", { count: followed.length })}` : ""}
        </summary>
        <dl className="grid gap-2 py-2">
          {edit.translations.map((one) => (
            <div key={one.unitId} className="grid gap-x-4 sm:grid-cols-[160px_1fr]">
              <dt className="text-table text-ink-2">{names.of(one.languageName)}</dt>
              <dd className="min-w-0" dir={one.direction}>
                {one.targets.map((text, form) => {
                  const after = one.followed?.[form];
                  const look = { lang: one.languageCode, dir: one.direction };
                  return after === undefined || after === text ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
                    <UnitText key={form} text={text} {...look} small />
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
                    <WordDiff key={form} before={text} after={after} {...look} />
                  );
                })}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}
