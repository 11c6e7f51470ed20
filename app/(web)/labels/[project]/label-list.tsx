import { useTexts } from "#texts";
import { AskFirst } from "@/app/ui/ask-first";
import { LinkButton } from "@/app/ui/link-button";
import { path } from "@/app/ui/paths";
import type { LabelRow } from "@/lib/domain/labels/labels";
import { urls } from "@/lib/urls";
import { dropLabel } from "./actions";
import { Swatch } from "./swatch";

export function LabelList({
  labels,
  slug,
  edits,
}: {
  labels: readonly (LabelRow & { strings: number })[];
  slug: string;
  edits: boolean;
}) {
  const t = useTexts();
  const { labelsPage } = urls.project(slug);
  return (
    <ul className="panel mb-6 divide-y divide-line">
      {labels.map((label) => (
        <li key={label.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
          <Swatch color={label.color} />
          <div className="min-w-0 grow basis-60">
            <p className="font-semibold break-words">{label.name}</p>
            {label.description ? <p className="text-table break-words text-ink-2">{label.description}</p> : null}
          </div>
          <a
            href={`${path(urls.below("browse", [slug]))}?q=${encodeURIComponent(`label:="${label.name.replace(/["\\]/g, "\\$&")}"`)}`}
            className="link inline-flex min-h-8 items-center text-table"
          >
            {t("labels.strings", { count: label.strings })}
          </a>
          {edits ? (
            <>
              <LinkButton
                href={`${path(labelsPage)}?label=${label.id}`}
                small
                label={t("labels.change", { label: label.name })}
              >
                {t("labels.edit")}
              </LinkButton>
              <AskFirst
                action={dropLabel.bind(null, slug, label.id)}
                open={t("common.remove")}
                label={t("labels.removeNamed", { label: label.name })}
                question={t("labels.removeHint", { count: label.strings })}
              />
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
