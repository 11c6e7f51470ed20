import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { MemoryParts } from "./memory-page";
import { queryOf } from "./texts";

export const generateMetadata = titled("common.translationMemory");

/** One’s own translation memory. */
export default async function OwnMemoryPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => (
    <Page title={t("memory.ownTitle")} lead={t("memory.ownLead")}>
      {await MemoryParts({ scope: { kind: "personal" }, query: queryOf(await searchParams) })}
    </Page>
  ));
}
