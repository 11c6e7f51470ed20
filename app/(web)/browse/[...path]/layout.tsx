import type { ReactNode } from "react";
import { AnnouncementStrip } from "@/app/ui/announcements";

/** What is announced stands above the strings, in one line. */
export default async function StringsLayout({
  params,
  children,
}: {
  params: Promise<{ path: string[] }>;
  children: ReactNode;
}) {
  return <AnnouncementStrip segments={(await params).path}>{children}</AnnouncementStrip>;
}
