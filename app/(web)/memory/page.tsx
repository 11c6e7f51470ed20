import type { Metadata } from "next";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { MemoryParts } from "./memory-page";
import { queryOf } from "./texts";

export const metadata: Metadata = { title: "Translation memory" };

export default async function OwnMemoryPage({ searchParams }: PageInput) {
  return guarded(async () => (
    <Page
      title="Your translation memory"
      lead="What you have translated yourself, in every project. Nobody else is offered it."
    >
      {await MemoryParts({ scope: { kind: "personal" }, query: queryOf(await searchParams) })}
    </Page>
  ));
}
