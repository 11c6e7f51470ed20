import type { Metadata } from "next";
import { busyPage } from "@/app/ui/busy-page";
import { ChooseLanguage } from "@/app/ui/choose-language";
import { ClientTexts } from "@/app/ui/client-messages";
import type { LanguageBeside } from "@/app/ui/editor/beside";
import { Zen } from "@/app/ui/editor/zen";
import { currentList, type ListTarget, titleOf } from "@/app/ui/editor-place";
import { followOrNotFound } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { requestPath } from "@/app/ui/request-path";
import { currentActor } from "@/app/ui/session";
import { textsBeside } from "@/lib/domain/editor/beside";
import { languagesIn } from "@/lib/domain/editor/place";
import { holderOf } from "@/lib/domain/editor/resolve-place";
import { Busy } from "@/lib/domain/errors";
import { urls } from "@/lib/urls";
import { openList } from "../../translate/open-list";
import { readingOf } from "../../translate/reading";
import { saveForm } from "../../translate/save-form";

export async function generateMetadata({ params }: PathPageInput): Promise<Metadata> {
  const target = await currentList((await params).path);
  return target ? { title: titleOf(await getTexts(), target), robots: { index: false } } : {};
}

/** Languages that can stand beside the source. */
async function othersIn(target: ListTarget) {
  const languages = await languagesIn(await currentActor(), holderOf(target.holder));
  return languages.filter(({ code, translated }) => code !== target.language.code && translated > 0);
}

/** The editor as a list. */
export default async function ZenPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  const target = await currentList((await params).path);
  if (!target) return followOrNotFound();
  if (target.kind === "choice") return <ChooseLanguage target={target} base="zen" />;
  const asked = await searchParams;
  const [opened, languages] = await Promise.all([openList(t, target, asked, "zen"), othersIn(target)]);
  if (!opened) return followOrNotFound();
  if (opened instanceof Busy) return busyPage(opened, await requestPath(), path(urls.below("zen", target.slugs)));
  const { input, filters, searchError, preferences } = opened;
  const wanted = languages.find(({ code }) => code === one(asked.beside));
  const ids = input.window.units.map(({ id }) => id);
  const beside: LanguageBeside | undefined = wanted && {
    code: wanted.code,
    name: wanted.name,
    direction: wanted.direction || "ltr",
    texts: await textsBeside(await currentActor(), ids, wanted.code),
  };
  const more: Record<string, string> = beside ? { beside: beside.code } : {};
  const list = { ...input, more };
  return (
    <ClientTexts part="editor">
      <Zen
        key={`${input.path} ${input.query} ${beside?.code}`}
        input={list}
        filters={filters}
        reading={readingOf(list, filters)}
        languages={languageNames(t)
          .listed(languages)
          .map(({ code, name }) => ({ code, name }))}
        beside={beside}
        searchError={searchError}
        save={saveForm}
        preferences={preferences}
      />
    </ClientTexts>
  );
}
