import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { demand } from "@/lib/domain/access/demand";
import { MemoryParts } from "../../memory/memory-page";
import { queryOf } from "../../memory/texts";

export const generateMetadata = titled("memory.shared.crumb");

/** The translation memory that the whole installation shares. */
export default async function SharedMemoryPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    demand(await currentActor(), "memory.manage");
    return (
      <Page
        title={t("memory.shared.title")}
        crumbs={[{ label: t("common.management"), href: "/manage/" }, { label: t("memory.shared.crumb") }]}
        lead={t("memory.shared.lead")}
      >
        {await MemoryParts({ scope: { kind: "shared" }, query: queryOf(await searchParams) })}
      </Page>
    );
  });
}
