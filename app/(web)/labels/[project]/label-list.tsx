import { useTexts } from "#texts";
import { AskFirst } from "@/app/ui/ask-first";
import { Cell } from "@/app/ui/cell";
import { LinkButton } from "@/app/ui/link-button";
import { path } from "@/app/ui/paths";
import { Table } from "@/app/ui/table";
import { type Ordered, orderedLinks, orderedQuery } from "@/app/ui/table-order";
import type { LabelOrder, LabelRow } from "@/lib/domain/labels/labels";
import { urls } from "@/lib/urls";
import { dropLabel } from "./actions";
import { LABEL_SORTS } from "./label-order";
import { Swatch } from "./swatch";

/** The labels of a project with how many strings have them, in an order of the reader's. */
export function LabelList({
  labels,
  slug,
  edits,
  ordered,
}: {
  labels: readonly (LabelRow & { strings: number })[];
  slug: string;
  edits: boolean;
  ordered: Ordered<LabelOrder>;
}) {
  const t = useTexts();
  const { labelsPage } = urls.project(slug);
  const sort = orderedLinks(LABEL_SORTS, ordered);
  return (
    <div className="mb-6">
      <Table
        csv={path(urls.table("labels", [slug], orderedQuery(LABEL_SORTS, ordered)))}
        label={t("labels.crumb")}
        columns={[
          { label: t("common.name"), sort: sort("name") },
          { label: t("search.strings"), sort: sort("strings"), numeric: true },
          ...(edits ? [{ label: t("labels.edit"), hidden: true }] : []),
        ]}
      >
        {labels.map((label) => (
          <tr key={label.id} className="hover:bg-sunken">
            <Cell head>
              <span className="flex items-center gap-3">
                <Swatch color={label.color} />
                <span className="min-w-32">
                  <bdi className="block font-semibold wrap-anywhere">{label.name}</bdi>
                  {label.description ? (
                    <bdi className="block text-table font-normal wrap-anywhere text-ink-2">{label.description}</bdi>
                  ) : null}
                </span>
              </span>
            </Cell>
            <Cell numeric>
              <a
                href={`${path(urls.below("browse", [slug]))}?q=${encodeURIComponent(`label:="${label.name.replace(/["\\]/g, "\\$&")}"`)}`}
                className="link inline-flex min-h-8 items-center"
              >
                {t("labels.strings", { count: label.strings })}
              </a>
            </Cell>
            {edits ? (
              <Cell numeric>
                <span className="inline-flex flex-wrap items-center justify-end gap-2">
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
                    end
                  />
                </span>
              </Cell>
            ) : null}
          </tr>
        ))}
      </Table>
    </div>
  );
}
