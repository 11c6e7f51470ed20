import { guarded } from "@/app/ui/guard";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { SavesPage } from "@/app/ui/settings-saves/saves-page";

export const generateMetadata = titled("settingsSaves.title");

/** Saves of the settings of the whole installation, each with what it changed, and putting one back. */
export default async function SiteSettingsChangesPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () =>
    SavesPage({ place: { kind: "site" }, title: t("settingsSaves.title"), asked: await searchParams }),
  );
}
