import type { ReactNode } from "react";
import { type Texts, useLanguage, useTexts } from "#texts";
import type { WorkOrder } from "@/lib/domain/counters/work-order";
import { countText } from "./numbers";
import { drawnTime } from "./relative-time";
import { type Column, Table } from "./table";
import type { Ticks } from "./tick-cell";
import { drawnBar, toDo, type WorkNumbers } from "./work-numbers";
import { WorkRows, type WorkRowWords } from "./work-rows";

export interface WorkLine {
  key: string | number;
  name: ReactNode;
  /** Plain words for the name, for buttons that are read aloud. */
  plainName: string;
  href: string;
  numbers: WorkNumbers & { totalWords: number; translatedWords: number; lastChange: string | null };
  /** Into the editor. */
  translate?: string;
  /** Under the name. */
  note?: ReactNode;
  /** What a tick of the line says; without it there is none. */
  tick?: string;
}

/** Things that hold strings, with what there is to do in each. */
export function WorkTable({
  label,
  head,
  lines,
  sort,
  ticks,
  csv,
}: {
  label: string;
  head: string;
  lines: readonly WorkLine[];
  sort?: (column: WorkOrder) => Column["sort"];
  ticks?: Ticks;
  /** Address of all lines as CSV. */
  csv?: string;
}) {
  const t = useTexts();
  const language = useLanguage();
  const action = lines.some((line) => line.translate);
  const columns: Column[] = [
    ...(ticks ? [{ label: t("work.choose"), hidden: true, className: "w-10" }] : []),
    { label: head, sort: sort?.("name") },
    { key: "todo", label: t("work.toDo"), sort: sort?.("todo") },
    { key: "words", label: t("work.wordsToDo"), numeric: true, wide: true, sort: sort?.("words") },
    {
      key: "editing",
      label: t("common.needsEditing"),
      mark: "needs-editing",
      numeric: true,
      wide: true,
      sort: sort?.("editing"),
    },
    {
      key: "failing",
      label: t("common.failingChecks"),
      mark: "failing",
      numeric: true,
      wide: true,
      sort: sort?.("failing"),
    },
    {
      key: "suggestions",
      label: t("common.suggestions"),
      mark: "suggestion",
      numeric: true,
      wide: true,
      sort: sort?.("suggestions"),
    },
    { key: "change", label: t("work.lastChange"), wide: true, sort: sort?.("change") },
    ...(action ? [{ label: t("common.translate"), hidden: true, className: "max-sm:hidden" }] : []),
  ];
  return (
    <Table name="work" csv={csv} label={label} columns={columns}>
      <WorkRows rows={lines.map((line) => wordsOf(t, language, line))} action={action} ticks={ticks} />
    </Table>
  );
}

/** What a row says. */
function wordsOf(t: Texts, language: string, line: WorkLine): WorkRowWords {
  const { key, name, note, href, numbers, translate, plainName, tick } = line;
  const left = toDo(numbers);
  const count = (value: number) => (value > 0 ? countText(language, value) : "");
  return {
    key,
    name,
    ...(note ? { note } : {}),
    href,
    bar: drawnBar(t, numbers),
    ...(numbers.total === 0
      ? { left: t("work.noStrings"), mood: "none" }
      : left === 0
        ? { left: t("work.done"), mood: "done" }
        : { left: t("work.toDoCount", { count: left }) }),
    counts: [
      count(numbers.totalWords - numbers.translatedWords),
      count(numbers.fuzzy),
      count(numbers.failing),
      count(numbers.suggestions),
    ],
    time: drawnTime(t, language, numbers.lastChange),
    ...(translate && numbers.total > 0
      ? {
          action: {
            href: translate,
            text: left > 0 ? t("common.translate") : t("work.open"),
            label: t(left > 0 ? "work.translateName" : "work.openName", { name: plainName }),
          },
        }
      : {}),
    ...(tick ? { tick: { value: tick, label: t("work.chooseName", { name: plainName }) } } : {}),
  };
}
