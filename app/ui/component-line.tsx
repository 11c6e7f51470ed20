import { Lock } from "lucide-react";
import type { Texts } from "#texts";
import { addressOf, type ComponentRow } from "@/lib/domain/components/components";
import { isClosed } from "@/lib/domain/components/edit-lock";
import { type CounterRow, noCounters } from "@/lib/domain/counters/read-counters";
import { formatName } from "@/lib/text/formats/registry";
import { urls } from "@/lib/urls";
import { path } from "./paths";
import type { WorkLine } from "./work-table";

/** A component as a line of a table of work. @param above names what it is in, where that is not said around the table */
export function componentLine(
  t: Texts,
  component: ComponentRow,
  numbers: CounterRow | undefined,
  above = component.categoryPath,
): WorkLine {
  return {
    key: `c${component.id}`,
    // Mostly plain words, which cost a page less than an element.
    name:
      above || isClosed(component) ? (
        <span className="inline-flex items-center gap-1.5">
          {above ? <span className="font-normal text-ink-2">{above} / </span> : null}
          {component.name}
          {isClosed(component) ? <Lock aria-label={t("project.locked")} size={14} className="text-ink-3" /> : null}
        </span>
      ) : (
        component.name
      ),
    plainName: component.name,
    href: path(urls.component(addressOf(component)).web),
    numbers: numbers ?? noCounters(),
    note:
      component.importedAt === null
        ? t("project.beingImported")
        : t("project.formatAndLanguages", {
            format: formatName(component.fileFormat) ?? component.fileFormat,
            count: numbers?.translations ?? 0,
          }),
  };
}
