import type { Metadata } from "next";
import { busyPage } from "@/app/ui/busy-page";
import { ChooseLanguage } from "@/app/ui/choose-language";
import { ClientTexts } from "@/app/ui/client-messages";
import { Editor } from "@/app/ui/editor/editor";
import { TABS } from "@/app/ui/editor/panels/tabs";
import { currentList, titleOf } from "@/app/ui/editor-place";
import { followOrNotFound } from "@/app/ui/guard";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { requestPath } from "@/app/ui/request-path";
import { Busy } from "@/lib/domain/errors";
import { urls } from "@/lib/urls";
import { commentForm } from "../comment-form";
import { openList } from "../open-list";
import { readingOf } from "../reading";
import { saveForm } from "../save-form";

export async function generateMetadata({ params }: PathPageInput): Promise<Metadata> {
  const target = await currentList((await params).path);
  return target ? { title: titleOf(await getTexts(), target), robots: { index: false } } : {};
}

const DONE = ["saved", "suggested"] as const;

/** The editor: one string after the other. */
export default async function TranslatePage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  const target = await currentList((await params).path);
  if (!target) return followOrNotFound();
  if (target.kind === "choice") return <ChooseLanguage target={target} base="translate" />;
  const asked = await searchParams;
  const opened = await openList(t, target, asked, "translate");
  if (!opened) return followOrNotFound();
  if (opened instanceof Busy) return busyPage(opened, await requestPath(), path(urls.below("translate", target.slugs)));
  const { input, filters, searchError, preferences } = opened;
  const tab = one(asked.tab);
  return (
    <ClientTexts part="editor">
      <Editor
        key={`${input.path} ${input.query} ${input.more?.mode}`}
        input={input}
        filters={filters}
        reading={readingOf(input, filters)}
        tab={TABS.find((id) => id === tab)}
        searchError={searchError}
        save={saveForm}
        comment={commentForm}
        preferences={preferences}
        done={DONE.find((what) => what === one(asked.done))}
      />
    </ClientTexts>
  );
}
