import { type Texts, useTexts } from "#texts";
import { Cell } from "@/app/ui/cell";
import { Table } from "@/app/ui/table";
import { denialWords } from "@/lib/domain/access/denial-words";
import type { SharedSetting } from "@/lib/domain/components/shared-settings";
import type { PlannedSettings } from "@/lib/domain/creation/many-settings";
import { settingLabel, settingText } from "./setting-texts";

/** Components that are listed at once. */
export const LISTED = 100;

const REFUSED = {
  rights: "manySettings.refused.rights",
  linked: "manySettings.refused.linked",
} as const;

/** What would become of components: each with its settings, before and after, and what stays. */
export function ChangesTable({
  label,
  rows,
}: {
  label: string;
  /** `projectSlug` is told where components of several projects are listed. */
  rows: readonly (PlannedSettings & { projectSlug?: string })[];
}) {
  const t = useTexts();
  return (
    <Table label={label} columns={[{ label: t("common.component") }, { label: t("manySettings.changes") }]}>
      {rows.map((row) => (
        <tr key={row.id}>
          <Cell head className="align-top">
            {[row.projectSlug, row.categoryPath].filter(Boolean).map((part) => (
              <span key={part} className="text-ink-2">
                {part} /{" "}
              </span>
            ))}
            {row.name}
          </Cell>
          <Cell>
            <ul className="grid gap-1">
              {row.changes.map(({ setting, old, new: next, follows }) => (
                <ChangedSetting
                  key={setting}
                  setting={setting}
                  old={settingText(t, setting, old)}
                  next={settingText(t, setting, next)}
                  note={followNote(t, follows)}
                />
              ))}
              {row.refused.map(({ setting, reason, ...why }) => (
                <li key={`-${setting ?? ""}`} className="text-failing">
                  {setting ? `${t(settingLabel(setting))}: ` : ""}
                  {reason === "invalid" ? denialWords(t, why) : t(REFUSED[reason])}
                </li>
              ))}
            </ul>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function followNote(t: Texts, follows: boolean | undefined): string | undefined {
  if (follows === undefined) return undefined;
  return t(follows ? "manySettings.followsNow" : "manySettings.followsNoMore");
}

/** A setting that would change, as a line of a list. */
export function ChangedSetting({
  setting,
  old,
  next,
  note,
}: {
  setting: SharedSetting;
  old: string;
  next: string;
  note?: string;
}) {
  const t = useTexts();
  return (
    <li className="min-w-0 break-words">
      <span className="text-ink-2">{t(settingLabel(setting))}: </span>
      {old === next ? null : (
        <>
          <del className="text-ink-2">{old}</del> <span aria-hidden>→</span>{" "}
        </>
      )}
      <ins className="font-medium no-underline">{next}</ins>
      {note ? <span className="text-ink-2"> ({note})</span> : null}
    </li>
  );
}
