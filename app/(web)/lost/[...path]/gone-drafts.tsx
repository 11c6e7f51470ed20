import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { CopyButton } from "@/app/ui/copy-button";
import { languageNames } from "@/app/ui/language-names";
import { RelativeTime } from "@/app/ui/relative-time";
import { Submit } from "@/app/ui/submit";
import { UnitText } from "@/app/ui/unit-text";
import type { GoneDraft } from "@/lib/domain/lost/drafts";
import { forgetDraft, useDraft } from "./actions";

/** What the reader has typed and not saved, of strings that are gone. */
export function GoneDrafts({ drafts }: { drafts: readonly GoneDraft[] }) {
  const t = useTexts();
  const names = languageNames(t);
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="gone-drafts" className="mb-6">
      <h2 id="gone-drafts" className="text-h2">
        {t("lost.drafts")}
      </h2>
      <p className="mb-3 text-ink-2">{t("lost.draftsText")}</p>
      <ul className="panel">
        {drafts.map((draft) => (
          <li key={draft.unitId} className="border-t border-line px-3 py-2 first:border-t-0" data-draft={draft.unitId}>
            <p className="flex flex-wrap gap-x-3 text-table text-ink-2">
              <bdi>{`${draft.componentName} › ${names.of(draft.languageName)}`}</bdi>
              <span className="ms-auto">
                <RelativeTime at={draft.updatedAt} />
              </span>
            </p>
            <p className="line-clamp-2 break-words text-table text-ink-2">
              <UnitText text={draft.sources.join(" / ")} small />
            </p>
            {draft.targets.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: plural forms never move
              <p key={index} className="break-words">
                <UnitText text={text} lang={draft.languageCode} small />
              </p>
            ))}
            <div className="mt-2 flex flex-wrap items-center gap-3">
              {draft.newUnitId === null ? null : (
                <ActionForm action={useDraft.bind(null, draft.unitId)}>
                  <Submit>{t("lost.useDraft")}</Submit>
                </ActionForm>
              )}
              <CopyButton text={draft.targets.join("\n")} />
              <ActionForm action={forgetDraft.bind(null, draft.unitId)}>
                <Submit kind="quiet">{t("lost.forgetDraft")}</Submit>
              </ActionForm>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
