import { announcementScope } from "@/app/ui/announcements";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { type PageInput, readCursor } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { EVERYWHERE, mayAnnounce } from "@/lib/domain/projects/announcements";
import { decodedPath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { AnnouncementBoard } from "../announcement-board";
import { change, post, takeDown } from "./actions";

export const generateMetadata = titledPlace("announcements.title");

/** What is announced on one place, to be read, posted, changed and taken down; without a place, what is announced everywhere. */
export default async function AnnouncementsPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ path?: string[] }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const segments = decodedPath((await params).path ?? []);
    if (segments.length === 0) {
      const manages = mayAnnounce(await currentActor(), EVERYWHERE, "announcement.add");
      return (
        <Page
          title={t("announcements.title")}
          lead={t("announcements.everywhereLead")}
          actions={
            manages ? <LinkButton href={path(urls.siteAnnouncements())}>{t("announcements.manage")}</LinkButton> : null
          }
        >
          {await AnnouncementBoard({ scope: EVERYWHERE, home: path(urls.announcements()) })}
        </Page>
      );
    }
    const place = await currentObject(segments);
    return (
      <Page
        title={t("announcements.title")}
        lead={t("announcements.lead")}
        crumbs={crumbsBelow(t, place, t("announcements.title"))}
      >
        {
          await AnnouncementBoard({
            scope: announcementScope(place),
            home: path(urls.announcements(segments)),
            chosen: readCursor((await searchParams).change),
            acts: {
              post: post.bind(null, segments),
              change: (id) => change.bind(null, segments, id),
              takeDown: (id) => takeDown.bind(null, segments, id),
            },
          })
        }
      </Page>
    );
  });
}
