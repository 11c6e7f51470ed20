import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Cell } from "./cell";
import { LinkButton } from "./link-button";
import { count } from "./numbers";
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
}

/** Things that hold strings, with what there is to do in each. */
export function WorkTable({ label, head, lines }: { label: string; head: string; lines: readonly WorkLine[] }) {
  const t = useTexts();
  const columns: Column[] = [
    { label: head },
    { label: t("work.toDo") },
    { label: t("work.wordsToDo"), numeric: true, wide: true },
    { label: t("common.needsEditing"), numeric: true, wide: true },
    { label: t("common.failingChecks"), numeric: true, wide: true },
    { label: t("common.suggestions"), numeric: true, wide: true },
    { label: t("work.lastChange"), wide: true },
    ...(lines.some((line) => line.translate)
      ? [{ label: t("common.translate"), hidden: true, className: "max-sm:hidden" }]
      : []),
  ];
  return (
    <Table label={label} columns={columns}>
      {lines.map((line) => (
        <WorkRow key={line.key} line={line} action={columns.length === 8} />
      ))}
    </Table>
  );
}

function WorkRow({ line, action }: { line: WorkLine; action: boolean }) {
  const t = useTexts();
  const { numbers } = line;
  return (
    <tr className="hover:bg-sunken">
      <Cell head>
        <a href={line.href} className="name-link inline-flex min-h-6 items-center">
          {line.name}
        </a>
        {line.note ? <span className="block text-meta text-ink-3">{line.note}</span> : null}
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
      <Cell wide>
        <span className="text-ink-2">
          <RelativeTime at={numbers.lastChange} />
        </span>
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
  return value > 0 ? count(value) : <span className="text-ink-3">0</span>;
}

function marked(state: "needs-editing" | "failing" | "suggestion", value: number): ReactNode {
  if (value <= 0) return <span className="text-ink-3">0</span>;
  return (
    <span className="inline-flex items-center gap-1.5">
      <StateIcon state={state} size={12} silent />
      {count(value)}
    </span>
  );
}
