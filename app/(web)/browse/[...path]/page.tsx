import type { Metadata } from "next";
import { busyPage } from "@/app/ui/busy-page";
import { ChooseLanguage } from "@/app/ui/choose-language";
import { ClientTexts } from "@/app/ui/client-messages";
import { Browse } from "@/app/ui/editor/browse";
import { currentList, titleOf } from "@/app/ui/editor-place";
import { followOrNotFound } from "@/app/ui/guard";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { requestPath } from "@/app/ui/request-path";
import { Busy } from "@/lib/domain/errors";
import { urls } from "@/lib/urls";
import { openList } from "../../translate/open-list";
import { readingOf } from "../../translate/reading";

export async function generateMetadata({ params }: PathPageInput): Promise<Metadata> {
  const target = await currentList((await params).path);
  return target ? { title: titleOf(await getTexts(), target) } : {};
}

/** Strings to read, by whoever may see them. */
export default async function BrowsePage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  const target = await currentList((await params).path);
  if (!target) return followOrNotFound();
  if (target.kind === "choice") return <ChooseLanguage target={target} base="browse" />;
  const asked = await searchParams;
  const opened = await openList(t, target, asked, "browse");
  if (!opened) return followOrNotFound();
  if (opened instanceof Busy) return busyPage(opened, await requestPath(), path(urls.below("browse", target.slugs)));
  const { input, filters, searchError, preferences } = opened;
  return (
    <ClientTexts part="editor">
      <Browse
        key={`${input.path} ${input.query}`}
        input={input}
        filters={filters}
        reading={readingOf(input, filters)}
        searchError={searchError}
        preferences={preferences}
        asked={one(asked.checksum) !== "" || one(asked.unit) !== ""}
      />
    </ClientTexts>
  );
}
