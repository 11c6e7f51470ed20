import type { Metadata } from "next";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { currentActor } from "@/app/ui/session";
import { demand } from "@/lib/domain/access/demand";
import { MemoryParts } from "../../memory/memory-page";
import { queryOf } from "../../memory/texts";

export const metadata: Metadata = { title: "Shared memory" };

export default async function SharedMemoryPage({ searchParams }: PageInput) {
  return guarded(async () => {
    demand(await currentActor(), "memory.manage");
    return (
      <Page
        title="Shared translation memory"
        crumbs={[{ label: "Management", href: "/manage/" }, { label: "Shared memory" }]}
        lead="Files that were uploaded for everybody: all projects that use the shared memory are offered them."
      >
        {await MemoryParts({ scope: { kind: "shared" }, query: queryOf(await searchParams) })}
      </Page>
    );
  });
}
