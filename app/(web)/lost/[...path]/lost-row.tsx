import { type TextKey, useTexts } from "#texts";
import { CopyButton } from "@/app/ui/copy-button";
import { languageNames } from "@/app/ui/language-names";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { UnitText } from "@/app/ui/unit-text";
import type { LostText } from "@/lib/domain/lost/list";
import { urls } from "@/lib/urls";

const LOSSES = {
  removed: "lost.loss.removed",
  replaced: "lost.loss.replaced",
  rejected: "lost.loss.rejected",
} as const satisfies Record<LostText["loss"], TextKey>;

/** A lost text: what it said, how it was lost, and a box to put it back. */
export function LostRow({ row }: { row: LostText }) {
  const t = useTexts();
  const names = languageNames(t);
  const { change, loss, targets, author } = row;
  const { source } = change.details;
  const first = targets.find((text) => text !== "") ?? "";
  return (
    <li className="flex gap-3 border-t border-line px-3 py-2 first:border-t-0" data-lost={change.id}>
      <input
        type="checkbox"
        id={`lost-${change.id}`}
        name="tick"
        value={change.id}
        aria-label={t("lost.tick", { text: first.slice(0, 80) })}
        className="mt-1 size-5 shrink-0 accent-primary"
      />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap gap-x-3 text-table text-ink-2">
          <span className="font-medium text-ink">{t(LOSSES[loss])}</span>
          {author ? <span>{t.rich("lost.by", { name: () => <bdi>{author.name}</bdi> })}</span> : null}
          <span>
            {t.rich("lost.through", { name: () => <bdi>{change.userName || change.username || "Loquat"}</bdi> })}
          </span>
          <bdi>
            {[change.componentName, change.languageName && names.of(change.languageName)].filter(Boolean).join(" › ")}
          </bdi>
          <a href={path(urls.change(change.id).web)} className="ms-auto underline underline-offset-2">
            <RelativeTime at={change.at} />
          </a>
        </p>
        {typeof source === "string" && source ? (
          <p className="line-clamp-2 break-words text-table text-ink-2">
            <UnitText text={source.replaceAll("\u001e", " ")} small />
          </p>
        ) : null}
        {targets.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: plural forms never move
          <p key={index} className="break-words">
            <UnitText text={text} lang={change.languageCode ?? undefined} small />
          </p>
        ))}
      </div>
      <CopyButton text={targets.join("\n")} />
    </li>
  );
}
