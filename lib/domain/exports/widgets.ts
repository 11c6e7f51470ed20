import { languageBars, statusBadge, type Theme, UNKNOWN } from "@/lib/text/badge";
import type { NameLanguage } from "@/lib/text/languages/shown";
import { refusal } from "@/lib/text/messages/refusal";
import { anonymousActor } from "../access/actor";
import { percent } from "../counters/read-counters";
import { NotFound } from "../errors";
import type { ActivityPlace } from "../statistics/activity";
import { statesByLanguage } from "../statistics/forecast";
import { decodedPath, type PathObject, resolvePath } from "../translations/resolve-path";
import { type DrawnImage, pngImage, svgImage } from "./drawn-image";
import { publicNumbers } from "./internal/public-numbers";

/** Names of the images: each as SVG, and as PNG for mails and whatever shows no SVG. */
export const WIDGETS = ["status-badge.svg", "languages.svg", "status-badge.png", "languages.png"] as const;
export type Widget = (typeof WIDGETS)[number];

/** What may be asked of an image. */
export interface WidgetOptions {
  /** Stands before the percentage of a badge. */
  label?: string;
  /** Colours of the bars; a PNG cannot follow the reader's system, and is light. */
  theme?: Theme;
}

const USUAL_LABEL = "translated";

const MOST_BARS = 60;

/** Where the numbers of a place are. @throws NotFound for a category, which has none of its own here */
export function activityPlaceOf(place: PathObject): ActivityPlace {
  switch (place.kind) {
    case "project":
      return { projectId: place.project.id };
    case "project-language":
      return { projectId: place.project.id, languageId: place.language.id };
    case "component":
      return { componentId: place.component.id };
    case "translation":
      return { componentId: place.component.id, languageId: place.translation.languageId };
    case "category":
      throw new NotFound(refusal("categoriesNoStatistics"));
  }
}

/** The name of a place, from the project inwards. @param nameIt names languages, which go by their stored names without it */
export function nameOfPlace(place: PathObject, nameIt: NameLanguage = (stored) => stored): string {
  const parts = [place.project.name];
  if (place.kind === "category") parts.push(place.category.name);
  if ("component" in place) parts.push(place.component.name);
  if (place.kind === "project-language") parts.push(nameIt(place.language.name));
  if (place.kind === "translation") parts.push(nameIt(place.translation.language.name));
  return parts.join(" · ");
}

const isPng = (widget: Widget) => widget.endsWith(".png");

/** The name of the image that a path ends with. */
export const widgetOf = (segments: readonly string[]): Widget | undefined =>
  WIDGETS.find((name) => name === segments.at(-1));

/** The badge of what is not there, or not for strangers: it tells nothing of which. */
export const unknownBadge = (widget: Widget, label = USUAL_LABEL): DrawnImage => badge(widget, label, undefined);

function badge(widget: Widget, label: string, share: number | undefined): DrawnImage {
  if (!isPng(widget)) return svgImage(statusBadge(label, share));
  return pngImage(["badge", label, share], [label, USUAL_LABEL, UNKNOWN], (pen) =>
    statusBadge(pen.drawable(label) || USUAL_LABEL, share, pen),
  );
}

/**
 * An image of how far the work on something is. Whoever asks gets what strangers may see: it may be kept anywhere.
 * @param segments the object's path, then the name of an image
 * @throws NotFound
 */
export async function readWidget(
  segments: readonly string[],
  { label, theme = "auto" }: WidgetOptions = {},
): Promise<DrawnImage> {
  const path = decodedPath(segments);
  const widget = widgetOf(path);
  if (!widget) throw new NotFound(refusal("noImageName", { widgets: WIDGETS.join(", ") }));
  const stranger = await anonymousActor();
  const place = await resolvePath(stranger, path.slice(0, -1));
  const counted = activityPlaceOf(place);
  const share = (part: number, total: number) => Math.floor(percent(part, total));
  if (widget.startsWith("status-badge")) {
    const { translated, total } = await publicNumbers(place);
    return badge(widget, label || USUAL_LABEL, share(translated, total));
  }
  const bars = (await statesByLanguage(stranger, counted))
    .map(({ name, code, translated, total }) => ({ name, code, percent: share(translated, total) }))
    .sort((a, b) => b.percent - a.percent)
    .slice(0, MOST_BARS);
  const title = nameOfPlace(place);
  if (!isPng(widget)) return svgImage(languageBars(title, bars, { theme }));
  const fixed = theme === "auto" ? "light" : theme;
  return pngImage(
    ["bars", bars, fixed],
    bars.flatMap(({ name, code }) => [name, code]),
    (pen) =>
      languageBars(
        title,
        bars.map((bar) => ({ ...bar, name: pen.nameOr(bar.name, bar.code) })),
        { theme: fixed, pen },
      ),
  );
}
