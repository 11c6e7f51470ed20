import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { type SettingsGroup, SettingsSections } from "./settings-sections";

/** Sections of settings with a button that saves. */
export function SettingsLayout({ groups, save }: { groups: readonly SettingsGroup[]; save: ReactNode }) {
  const t = useTexts();
  return (
    <SettingsSections
      groups={groups}
      label={t("componentSettings.groups")}
      bar={<div className="flex items-center gap-3">{save}</div>}
    />
  );
}
