import type { Metadata } from "next";
import { feedOf } from "@/app/ui/feed-link";
import { guarded } from "@/app/ui/guard";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { HistoryPage } from "./history-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts())("common.changes"), ...feedOf(await getTexts()) };
}

/** The history of everything, or of what the filters name. */
export default function ChangesPage({ searchParams }: PageInput) {
  return guarded(() => HistoryPage({ searchParams }));
}
