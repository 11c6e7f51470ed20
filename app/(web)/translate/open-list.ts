import { categoryCrumbs, componentTrail } from "@/app/ui/crumbs";
import type { EditorInput } from "@/app/ui/editor/editor-state";
import { leanContext, leanUnit } from "@/app/ui/editor/lean";
import { PAGES } from "@/app/ui/editor/list";
import type { FilterChoice } from "@/app/ui/editor/toolbar";
import type { ListTarget } from "@/app/ui/editor-place";
import { errorWords } from "@/app/ui/error-words";
import { one } from "@/app/ui/page-input";
import type { Texts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor, currentUser } from "@/app/ui/session";
import { loadContext } from "@/lib/domain/editor/context";
import { describeTranslation, describeTranslations } from "@/lib/domain/editor/head";
import { describeList, placeKey, type ShownTranslation } from "@/lib/domain/editor/place";
import { type OpenReview, openReview } from "@/lib/domain/editor/review";
import { loadWindow, type UnitWindow, type WindowRequest } from "@/lib/domain/editor/window";
import { Busy, Invalid } from "@/lib/domain/errors";
import { firstLabels } from "@/lib/domain/labels/labels";
import { ownSavedSearches, type SavedSearchRow } from "@/lib/domain/search/saved-searches";
import { type EditorPreferences, editorPreferencesOf } from "@/lib/domain/users/editor-preferences";
import { NAMED_FILTERS } from "@/lib/text/search-query/fields";
import { printQuery } from "@/lib/text/search-query/print";
import { urls } from "@/lib/urls";
import { clashSaid, namedContext, namedHead } from "./reader-names";

export type ListQuery = Record<string, string | string[] | undefined>;

/** First words of pages that show a list of strings. */
export type ListBase = "translate" | "zen" | "browse";

/** Offsets of addresses count from 1. */
function askOf(query: ListQuery): WindowRequest {
  const text = (name: string) => one(query[name]);
  const number = (name: string) => {
    const value = Number(text(name));
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  };
  const [unit, behind] = [number("unit"), number("behind")];
  if (unit !== undefined) return { at: "string", string: { id: unit } };
  if (behind !== undefined) return { at: "after", string: { id: behind } };
  if (text("checksum")) return { at: "string", string: { checksum: text("checksum") } };
  if (text("after")) return { at: "after", string: { checksum: text("after") } };
  return { at: "offset", offset: (number("offset") ?? 1) - 1 };
}

/** Labels that the menu of lists offers. */
const MOST_LABELS = 50;

/** Lists that can be chosen: with numbers where they are counted already, and one for each label of the project. */
function filtersOf(
  t: Texts,
  translations: readonly ShownTranslation[],
  query: string,
  labels: readonly string[],
  saved: readonly SavedSearchRow[],
): FilterChoice[] {
  const sum = (
    name: "total" | "translated" | "fuzzy" | "failing" | "suggestions" | "comments" | "approved" | "readonly",
  ) => translations.reduce((all, { numbers }) => all + numbers[name], 0);
  const [total, translated, fuzzy] = [sum("total"), sum("translated"), sum("fuzzy")];
  const wanted = NAMED_FILTERS.get(query) ?? query;
  const choices: [string, string, number?][] = [
    [t("editor.filter.all"), "all", total],
    [t("editor.filter.unfinished"), "todo", total - translated],
    [t("editor.filter.untranslated"), "nottranslated", total - translated - fuzzy],
    [t("editor.filter.needsEditing"), "fuzzy", fuzzy],
    [t("editor.filter.failing"), "allchecks", sum("failing")],
    [t("editor.filter.suggestions"), "suggestions", sum("suggestions")],
    [t("editor.filter.noSuggestions"), "nosuggestions"],
    [t("editor.filter.comments"), "comments", sum("comments")],
    [t("editor.filter.translated"), "translated", translated],
    [t("editor.filter.translatedChecks"), "translated_checks"],
    [t("editor.filter.dismissedChecks"), "dismissed_checks"],
    [t("editor.filter.unapproved"), "unapproved", translated - sum("approved") - sum("readonly")],
    [t("editor.filter.approved"), "approved", sum("approved")],
    [t("editor.filter.approvedSuggestions"), "approved_suggestions"],
    [t("editor.filter.readOnly"), "readonly", sum("readonly")],
    [t("editor.filter.plurals"), "pluralized"],
    [t("editor.filter.context"), "context"],
    [t("editor.filter.variants"), "variants"],
    [t("editor.filter.screenshots"), "screenshots"],
    [t("editor.filter.noScreenshot"), "noscreenshot"],
    [t("editor.filter.labels"), "labels"],
    [t("editor.filter.unlabeled"), "unlabeled"],
  ];
  const named = choices.map(([label, name, count]) => ({ label, query: NAMED_FILTERS.get(name) ?? name, count }));
  const ofLabels = labels.map((label) => ({
    label: t("editor.filter.label", { label }),
    query: printQuery({ kind: "field", field: "label", match: { kind: "text", how: "exact", text: label } }),
    count: undefined,
  }));
  const kept = saved.map(({ name, query }) => ({
    label: name,
    query: NAMED_FILTERS.get(query) ?? query,
    count: undefined,
  }));
  return [...named, ...ofLabels, ...kept].map((choice) => ({ ...choice, current: choice.query === wanted }));
}

/** Links from the project down to what holds the list. */
function crumbsOf({ holder }: ListTarget): { name: string; href: string }[] {
  const { project } = holder;
  const inside =
    holder.kind === "category"
      ? categoryCrumbs(project.slug, holder.category.path, holder.category.names)
      : holder.kind === "component"
        ? componentTrail(holder.component)
        : [];
  return [{ label: project.name, href: path(urls.project(project.slug).web) }, ...inside].map(({ label, href }) => ({
    name: label,
    href,
  }));
}

/** The page of what a list is of. */
function pageOf({ holder, slugs, language }: ListTarget): string {
  if (holder.kind === "project") return path(urls.project(holder.project.slug).language(language.code).web);
  return path(urls.page(holder.kind === "category" ? slugs.slice(0, -2) : slugs));
}

/** A list of strings that wait for a review. */
function reviewInput({ ids, risks, facts, waiting, own }: OpenReview): Partial<EditorInput> {
  const rated = ids.map((id, index) => [id, risks[index] ?? 0] as const).filter(([, risk]) => risk > 0);
  return { more: { mode: "review" }, order: ids, review: { risks: rated, facts, waiting, own } };
}

/** What the pages of a list hand to the part that runs in the browser. */
export interface OpenedList {
  input: Omit<EditorInput, "outcome">;
  filters: FilterChoice[];
  searchError: string | undefined;
  preferences: EditorPreferences;
}

const NOTHING: UnitWindow = { units: [], first: 0, total: 0, cursor: undefined, outside: undefined };

/** A list of strings as the page that shows it needs it; undefined when it has no translation. @returns Busy while too many search */
export async function openList(
  t: Texts,
  target: ListTarget,
  asked: ListQuery,
  base: ListBase,
): Promise<OpenedList | Busy | undefined> {
  const actor = await currentActor();
  const query = one(asked.q).trim().slice(0, 2000);
  let searchError: string | undefined;
  const known = target.translation ? [target.translation] : [];
  const reviewing = base === "translate" && one(asked.mode) === "review";
  let review: OpenReview | undefined;
  const load = async () => {
    if (!reviewing)
      return loadWindow(
        actor,
        target.place,
        query,
        askOf(asked),
        known,
        base === "translate" ? PAGES.list : PAGES.rows,
      );
    review = await openReview(actor, target.place, query, askOf(asked), known);
    return { ...NOTHING, units: review.units, total: review.ids.length, cursor: review.cursor };
  };
  const search = load().catch((error): UnitWindow | Busy => {
    if (error instanceof Busy) return error;
    if (!(error instanceof Invalid)) throw error;
    searchError = errorWords(t, error);
    return NOTHING;
  });
  const [translations, window, user, labels, saved] = await Promise.all([
    describeList(actor, target.place),
    search,
    currentUser(),
    firstLabels(target.holder.project, MOST_LABELS),
    ownSavedSearches(actor),
  ]);
  if (window instanceof Busy) return window;
  const open = window.units.find((unit) => unit.id === window.cursor);
  const wanted = open?.translationId ?? translations[0]?.id ?? 0;
  const [head, context] = await Promise.all([
    target.translation?.id === wanted
      ? describeTranslation(actor, target.translation)
      : describeTranslations(actor, [wanted]).then(([first]) => first),
    open && base === "translate" ? loadContext(actor, open.id) : undefined,
  ]);
  if (!head) return undefined;
  const paths = {
    translate: path(urls.below("translate", target.slugs)),
    zen: path(urls.below("zen", target.slugs)),
    browse: path(urls.below("browse", target.slugs)),
  };
  const own = paths[base];
  return {
    searchError,
    preferences: editorPreferencesOf(user),
    filters: filtersOf(
      t,
      translations,
      query,
      labels.map(({ name }) => name),
      saved,
    ),
    input: {
      head: namedHead(t, head),
      list: {
        key: placeKey(target.place),
        crumbs: crumbsOf(target),
        page: pageOf(target),
        paths,
        translations: translations.map(({ id, component, sourceCode, sourceDirection, ...place }) => ({
          id,
          component,
          path: path(urls.translation(place).translate),
          source: { code: sourceCode, direction: sourceDirection || "ltr" },
        })),
      },
      path: own,
      signIn: path(urls.signIn(own)),
      query,
      window: { ...window, units: window.units.map((unit) => leanUnit(clashSaid(t, unit), head.translationId)) },
      contexts: context ? [leanContext(namedContext(t, context))] : [],
      ...(review && reviewInput(review)),
    },
  };
}
