import type { TextKey, Texts } from "#texts";
import { managementPlaces } from "@/app/(web)/manage/places";
import { languageNames } from "@/app/ui/language-names";
import type { Actor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { findPlaces, recentPlaces } from "@/lib/domain/statistics/find-places";
import { urls } from "@/lib/urls";
import { path } from "../paths";
import { foldedWords, matchOf } from "./fold";
import { actionsOf, objectOf, settingsOf } from "./page-actions";
import type { PaletteGroup, PaletteHit } from "./palette-answer";

/** Hits of one kind that are shown. */
const MOST = 6;

/** Hits whose label holds all the words; those that begin with them first. */
function narrowed(hits: readonly PaletteHit[], words: readonly string[]): PaletteHit[] {
  const found = hits.map((hit) => ({ hit, ...matchOf(hit.label, words) })).filter(({ holds }) => holds);
  return found.toSorted((a, b) => Number(b.begins) - Number(a.begins)).map(({ hit }) => hit);
}

/** Pages that are about no object. */
function pagesOf(t: Texts, actor: Actor, at: string): PaletteHit[] {
  const page = (label: TextKey, href: string, detail?: TextKey): PaletteHit => ({
    label: t(label),
    detail: detail && t(detail),
    href,
  });
  const own = actor.isAnonymous
    ? [page("common.signIn", path(urls.signIn(at)))]
    : [
        page("frame.yourPage", path(urls.user(actor.username).web)),
        page("frame.profile", path(urls.profile())),
        page("frame.apiTokens", path(urls.profile("tokens"))),
        page("paletteAnswer.page.notices", path(urls.notices())),
        page("tasks.tray.heading", path(urls.ownTasks())),
      ];
  return [
    page("paletteAnswer.page.home", "/"),
    page("common.projects", "/projects/"),
    page("common.languages", "/languages/"),
    page("common.changes", path(urls.history())),
    ...own,
    ...(can(actor, "project.add") ? [page("paletteAnswer.page.newProject", "/create/project/")] : []),
    ...managementPlaces(actor).flatMap(({ places }) =>
      places.map(({ label, href }) => page(label, href, "common.management")),
    ),
  ];
}

/** What the palette offers on a page for what was typed; nothing that the actor may not open. */
export async function askedPalette(
  t: Texts,
  actor: Actor,
  { q, at }: { q: string; at: string },
): Promise<PaletteGroup[]> {
  const typed = q.trim();
  const words = foldedWords(typed);
  const [found, here, recent] = await Promise.all([
    findPlaces(actor, typed, languageNames(t).codesOf(typed)),
    objectOf(actor, at),
    typed === "" ? recentPlaces(actor) : [],
  ]);
  const actions = here ? actionsOf(actor, here).map(({ label, href }) => ({ label: t(label), href })) : [];
  const settings =
    here && typed !== ""
      ? settingsOf(actor, here).map(({ label, of, href }) => ({ label: t(label), detail: of, href }))
      : [];
  const groups: PaletteGroup[] = [
    {
      title: t("paletteAnswer.recent"),
      hits: recent.map((place) => ({
        label: `${place.componentName} › ${languageNames(t).of(place.languageName)}`,
        detail: place.projectName,
        href: path(urls.translation(place).web),
      })),
    },
    {
      title: t("paletteAnswer.thisPage"),
      hits: narrowed(actions, words).slice(0, typed === "" ? actions.length : MOST),
    },
    {
      title: t("common.projects"),
      hits: found.projects.map(({ name, slug }) => ({ label: name, href: path(urls.project(slug).web) })),
    },
    {
      title: t("common.components"),
      hits: found.components.map(({ name, slug, projectName, ...place }) => ({
        label: name,
        detail: projectName,
        href: path(urls.component({ ...place, componentSlug: slug }).web),
      })),
    },
    {
      title: t("common.languages"),
      hits: found.languages.map(({ name, code }) => ({
        label: languageNames(t).of(name),
        detail: code,
        href: path(urls.language(code).web),
      })),
    },
    { title: t("paletteAnswer.pages"), hits: narrowed(pagesOf(t, actor, at), words).slice(0, MOST) },
    { title: t("common.settings"), hits: narrowed(settings, words).slice(0, MOST) },
    {
      title: t("common.people"),
      hits: found.people.map(({ username, fullName }) => ({
        label: fullName || username,
        detail: username,
        href: path(urls.user(username).web),
      })),
    },
    { title: t("paletteAnswer.strings"), hits: stringHits(t, typed, here) },
  ];
  return groups.filter((group) => group.hits.length > 0);
}

/** Searches of strings for what was typed: everywhere, and in the language that is looked at. */
function stringHits(t: Texts, typed: string, here: Awaited<ReturnType<typeof objectOf>>): PaletteHit[] {
  if (typed === "") return [];
  const hits: PaletteHit[] = [{ label: t("paletteAnswer.searchAll", { text: typed }), href: path(urls.search(typed)) }];
  if (here && (here.object.kind === "translation" || here.object.kind === "project-language"))
    hits.unshift({
      label: t("paletteAnswer.searchHere", { text: typed }),
      href: `${path(urls.below("browse", here.slugs))}?q=${encodeURIComponent(typed)}`,
    });
  return hits;
}
