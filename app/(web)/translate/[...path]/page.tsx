import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { busyPage } from "@/app/ui/busy-page";
import { ClientTexts } from "@/app/ui/client-messages";
import { EDITOR_SUBJECTS } from "@/app/ui/client-subjects";
import { Editor } from "@/app/ui/editor/editor";
import { TABS } from "@/app/ui/editor/panels/tabs";
import type { FilterChoice } from "@/app/ui/editor/toolbar";
import { followOrNotFound } from "@/app/ui/guard";
import { getTexts, type Texts } from "@/app/ui/page-texts";
import { path as linkTo } from "@/app/ui/paths";
import { requestPath } from "@/app/ui/request-path";
import { currentActor, currentUser } from "@/app/ui/session";
import { loadContext } from "@/lib/domain/editor/context";
import { describeTranslation } from "@/lib/domain/editor/head";
import { loadWindow, type UnitWindow, type WindowRequest } from "@/lib/domain/editor/window";
import { Busy, Invalid } from "@/lib/domain/errors";
import type { TranslationRow } from "@/lib/domain/translations/translations";
import { editorPreferencesOf } from "@/lib/domain/users/editor-preferences";
import { NAMED_FILTERS } from "@/lib/text/search-query/fields";
import { urls } from "@/lib/urls";
import { commentForm } from "../comment-form";
import { findEditorTarget } from "../editor-target";
import { saveForm } from "../save-form";

type Query = Record<string, string | string[] | undefined>;

interface Props {
  params: Promise<{ path: string[] }>;
  searchParams: Promise<Query>;
}

/** Asked for by the title and by the page; found once. */
const placeOf = cache(async (path: string) => findEditorTarget(await currentActor(), path.split("/")));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const place = await placeOf((await params).path.join("/"));
  if (!place || "elsewhere" in place) return {};
  const { language, component } = place.translation;
  return { title: `${language.name} · ${component.name}`, robots: { index: false } };
}

function one(query: Query, name: string): string {
  const value = query[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

/** Offsets of addresses count from 1. */
function askOf(query: Query): WindowRequest {
  if (one(query, "checksum")) return { at: "checksum", checksum: one(query, "checksum") };
  if (one(query, "after")) return { at: "after", checksum: one(query, "after") };
  const offset = Number(one(query, "offset") || "1");
  return { at: "offset", offset: Number.isSafeInteger(offset) && offset > 0 ? offset - 1 : 0 };
}

function filtersOf(t: Texts, translation: TranslationRow, query: string): FilterChoice[] {
  const { total, translated, fuzzy, failing, suggestions } = translation.counters;
  const wanted = NAMED_FILTERS.get(query) ?? query;
  const choices: [string, string, number][] = [
    [t("editor.filter.all"), "", total],
    [t("editor.filter.unfinished"), "state:<translated", total - translated],
    [t("editor.filter.untranslated"), "state:empty", total - translated - fuzzy],
    [t("editor.filter.needsEditing"), "state:needs-editing", fuzzy],
    [t("editor.filter.failing"), "has:check", failing],
    [t("editor.filter.suggestions"), "has:suggestion", suggestions],
  ];
  return choices.map(([label, text, count]) => ({ label, query: text, count, current: text === wanted }));
}

const DONE = ["saved", "suggested"] as const;

const NOTHING: UnitWindow = { units: [], first: 0, total: 0, cursor: undefined, outside: undefined };

export default async function TranslatePage({ params, searchParams }: Props) {
  const t = await getTexts();
  const actor = await currentActor();
  const place = await placeOf((await params).path.join("/"));
  if (!place) return followOrNotFound();
  if ("elsewhere" in place) redirect(place.elsewhere);
  const { translation, path } = place;
  const asked = await searchParams;
  const query = one(asked, "q").trim().slice(0, 2000);
  let searchError: string | undefined;
  const search = loadWindow(actor, translation, query, askOf(asked)).catch((error): UnitWindow | Busy => {
    if (error instanceof Busy) return error;
    if (!(error instanceof Invalid)) throw error;
    searchError = error.fields[0]?.message ?? error.message;
    return NOTHING;
  });
  const [head, window, user] = await Promise.all([describeTranslation(actor, translation), search, currentUser()]);
  if (window instanceof Busy) return busyPage(window, await requestPath(), path);
  const context = window.cursor === undefined ? undefined : await loadContext(actor, window.cursor);
  const tab = one(asked, "tab");
  return (
    <ClientTexts subjects={EDITOR_SUBJECTS}>
      <Editor
        key={`${path} ${query}`}
        input={{ head, path, signIn: linkTo(urls.signIn(path)), query, window, contexts: context ? [context] : [] }}
        filters={filtersOf(t, translation, query)}
        tab={TABS.find((id) => id === tab)}
        searchError={searchError}
        save={saveForm}
        comment={commentForm}
        preferences={editorPreferencesOf(user)}
        done={DONE.find((what) => what === one(asked, "done"))}
      />
    </ClientTexts>
  );
}
