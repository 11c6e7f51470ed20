import { X } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { useTexts } from "#texts";
import { scopeOf } from "@/lib/domain/components/components";
import {
  type AnnouncedPlace,
  type AnnouncementRow,
  type AnnouncementScope,
  announcementsAround,
  announcementsEverywhere,
  undismissed,
} from "@/lib/domain/projects/announcements";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { translationScope } from "@/lib/domain/translations/translations";
import { plainText, readRichText } from "@/lib/text/rich-text";
import { ActionForm } from "./action-form";
import { Callout, LOOKS, type Tone } from "./callout";
import { classes } from "./classes";
import { dismiss } from "./dismiss-announcement";
import { currentList } from "./editor-place";
import { getTexts } from "./page-texts";
import { requestPath } from "./request-path";
import { RichText } from "./rich-text";
import { currentActor } from "./session";
import { Submit } from "./submit";

/** Where announcements of a place stand. */
export function announcementScope(place: PathObject): AnnouncementScope {
  const { project } = place;
  switch (place.kind) {
    case "project":
      return { projectId: project.id, permissionScope: { project } };
    case "project-language":
      return {
        projectId: project.id,
        languageId: place.language.id,
        permissionScope: { project, languageId: place.language.id },
      };
    case "category":
      return { categoryId: place.category.id, permissionScope: { project } };
    case "component":
      return { componentId: place.component.id, permissionScope: scopeOf(place.component) };
    case "translation":
      return {
        componentId: place.component.id,
        languageId: place.translation.languageId,
        permissionScope: translationScope(place.translation),
      };
  }
}

export const TONES: Readonly<Record<string, Tone>> = {
  info: "info",
  warning: "warning",
  danger: "error",
  success: "success",
};

/** A place as announcements are looked for: one of a language is for those who look at that language. */
function announcedPlace(place: PathObject, languageId?: number): AnnouncedPlace {
  const scope = announcementScope(place);
  return {
    projectId: place.project.id,
    categoryId: "component" in place ? place.component.categoryId : scope.categoryId,
    componentId: scope.componentId,
    languageId: languageId ?? scope.languageId,
  };
}

/** What the viewer is to read above the pages of a place: announcements there and on all that it is in. */
async function announcedFor(place: AnnouncedPlace): Promise<AnnouncementRow[]> {
  return undismissed(await currentActor(), await announcementsAround(place));
}

/** What the viewer is to read above all pages. A page is shown without it rather than not at all. */
async function announcedEverywhere(): Promise<AnnouncementRow[]> {
  try {
    return await undismissed(await currentActor(), await announcementsEverywhere());
  } catch {
    return [];
  }
}

/** What is announced for a place, and for all that it is in. */
export async function Announcements({ place }: { place: PathObject }) {
  return <Shown rows={await announcedFor(announcedPlace(place))} dismissable={!(await currentActor()).isAnonymous} />;
}

/** First words of the pages of the editor, which show all announcements in a strip of their own. */
const WITH_STRIP: ReadonlySet<string> = new Set(["translate", "zen", "browse"]);

/** What is announced on all pages. */
export async function SiteAnnouncements() {
  if (WITH_STRIP.has((await requestPath()).split(/[/?]/)[1] ?? "")) return null;
  return <Shown rows={await announcedEverywhere()} dismissable={!(await currentActor()).isAnonymous} />;
}

function Shown({ rows, dismissable }: { rows: readonly AnnouncementRow[]; dismissable: boolean }) {
  if (rows.length === 0) return null;
  return (
    <div className="mx-auto grid w-full max-w-[1440px] gap-2 px-4 pt-4 sm:px-6">
      {rows.map((row) => (
        <Announcement key={row.id} row={row} dismissable={dismissable} />
      ))}
    </div>
  );
}

function Announcement({ row, dismissable }: { row: AnnouncementRow; dismissable: boolean }) {
  return (
    <Callout tone={TONES[row.severity]} close={dismissable ? <Dismiss row={row} /> : null}>
      <RichText nodes={readRichText(row.message)} />
    </Callout>
  );
}

function Dismiss({ row }: { row: AnnouncementRow }) {
  const t = useTexts();
  const name = t("announcements.dismissNamed", { text: row.message.slice(0, 40) });
  return (
    <ActionForm action={dismiss.bind(null, row.id, true)} label={name}>
      <Submit kind="quiet" small aria-label={name} title={t("announcements.dismiss")}>
        <X aria-hidden size={16} />
      </Submit>
    </ActionForm>
  );
}

/** Worse ones are shown first in a line that has room for one. */
const RANKS = ["danger", "warning", "success", "info"];
const rankOf = ({ severity }: AnnouncementRow): number => RANKS.indexOf(severity);

/**
 * All that is announced for a list of strings, in one line above the editor: the text opens over it, so that the string stays
 * where it is.
 */
export async function AnnouncementStrip({ segments, children }: { segments: readonly string[]; children: ReactNode }) {
  const t = await getTexts();
  const target = await currentList(segments);
  const place = target && announcedPlace(target.holder, target.kind === "list" ? target.language.id : undefined);
  const [here, everywhere] = await Promise.all([place ? announcedFor(place) : [], announcedEverywhere()]);
  const rows = [...everywhere, ...here].sort((a, b) => rankOf(a) - rankOf(b) || b.id - a.id);
  const [first] = rows;
  if (!first) return children;
  const dismissable = !(await currentActor()).isAnonymous;
  const look = LOOKS[TONES[first.severity] ?? "info"];
  return (
    <div style={{ "--strip": "36px" } as CSSProperties}>
      <aside aria-label={t("announcements.region")} className="relative z-20">
        <details>
          <summary
            className={classes("flex h-9 cursor-pointer items-center gap-2 border-b px-4 text-table", look.ground)}
          >
            <look.icon aria-hidden size={16} className={classes("shrink-0", look.colour)} />
            <span className="min-w-0 truncate">{plainText(readRichText(first.message))}</span>
            {rows.length > 1 ? (
              <span className="shrink-0 text-ink-2">{t("announcements.more", { count: rows.length - 1 })}</span>
            ) : null}
          </summary>
          <div className="absolute inset-x-0 top-full grid max-h-[60vh] gap-2 overflow-y-auto border-b border-line bg-surface p-3 shadow-overlay">
            {rows.map((row) => (
              <Announcement key={row.id} row={row} dismissable={dismissable} />
            ))}
          </div>
        </details>
      </aside>
      {children}
    </div>
  );
}
