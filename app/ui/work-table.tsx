import type { ReactNode } from "react";
import { useTexts } from "#texts";
import type { WorkOrder } from "@/lib/domain/counters/work-order";
import { Cell } from "./cell";
import { LinkButton } from "./link-button";
import { Count } from "./numbers";
import { ProgressCell } from "./progress-cell";
import { RelativeTime } from "./relative-time";
import { StateIcon } from "./state-icon";
import { type Column, Table } from "./table";
import { toDo, type WorkNumbers } from "./work-numbers";

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
}: {
  label: string;
  head: string;
  lines: readonly WorkLine[];
  sort?: (column: WorkOrder) => Column["sort"];
  /** The form that ticks of lines belong to, and their name in it. */
  ticks?: { form: string; name: string };
}) {
  const t = useTexts();
  const action = lines.some((line) => line.translate);
  const columns: Column[] = [
    ...(ticks ? [{ label: t("work.choose"), hidden: true, className: "w-10" }] : []),
    { label: head, sort: sort?.("name") },
    { key: "todo", label: t("work.toDo"), sort: sort?.("todo") },
    { key: "words", label: t("work.wordsToDo"), numeric: true, wide: true, sort: sort?.("words") },
    { key: "editing", label: t("common.needsEditing"), numeric: true, wide: true, sort: sort?.("editing") },
    { key: "failing", label: t("common.failingChecks"), numeric: true, wide: true, sort: sort?.("failing") },
    { key: "suggestions", label: t("common.suggestions"), numeric: true, wide: true, sort: sort?.("suggestions") },
    { key: "change", label: t("work.lastChange"), wide: true, sort: sort?.("change") },
    ...(action ? [{ label: t("common.translate"), hidden: true, className: "max-sm:hidden" }] : []),
  ];
  return (
    <Table name="work" label={label} columns={columns}>
      {lines.map((line) => (
        <WorkRow key={line.key} line={line} action={action} ticks={ticks} />
      ))}
    </Table>
  );
}

function WorkRow({
  line,
  action,
  ticks,
}: {
  line: WorkLine;
  action: boolean;
  ticks: { form: string; name: string } | undefined;
}) {
  const t = useTexts();
  const { numbers } = line;
  return (
    <tr>
      {ticks ? (
        <Cell className="w-10">
          {line.tick ? (
            <input
              type="checkbox"
              form={ticks.form}
              name={ticks.name}
              value={line.tick}
              aria-label={t("work.chooseName", { name: line.plainName })}
              className="block size-6 accent-primary"
            />
          ) : null}
        </Cell>
      ) : null}
      <Cell head>
        <a href={line.href} className="name-link row-name">
          {line.name}
        </a>
        {line.note ? <span className="row-note">{line.note}</span> : null}
      </Cell>
      <Cell>
        <ProgressCell numbers={numbers} />
      </Cell>
      <Cell numeric wide>
        {quiet(numbers.totalWords - numbers.translatedWords)}
      </Cell>
      <Cell numeric wide>
        {marked("needs-editing", numbers.fuzzy)}
      </Cell>
      <Cell numeric wide>
        {marked("failing", numbers.failing)}
      </Cell>
      <Cell numeric wide>
        {marked("suggestion", numbers.suggestions)}
      </Cell>
      <Cell wide className="text-ink-2">
        <RelativeTime at={numbers.lastChange} />
      </Cell>
      {action ? (
        <Cell numeric className="max-sm:hidden">
          {line.translate && numbers.total > 0 ? (
            <LinkButton
              small
              href={line.translate}
              label={t(toDo(numbers) > 0 ? "work.translateName" : "work.openName", { name: line.plainName })}
            >
              {toDo(numbers) > 0 ? t("common.translate") : t("work.open")}
            </LinkButton>
          ) : null}
        </Cell>
      ) : null}
    </tr>
  );
}

function quiet(value: number): ReactNode {
  return value > 0 ? <Count value={value} /> : <span className="text-ink-3">0</span>;
}

function marked(state: "needs-editing" | "failing" | "suggestion", value: number): ReactNode {
  if (value <= 0) return <span className="text-ink-3">0</span>;
  return (
    <>
      <StateIcon state={state} size={12} silent /> <Count value={value} />
    </>
  );
}
