import { announcementScope } from "@/app/ui/announcements";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PathPageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { decodedPath } from "@/lib/domain/translations/resolve-path";
import { AnnouncementBoard } from "../announcement-board";
import { post, takeDown } from "./actions";

export const generateMetadata = titled("announcements.title");

/** What is announced on one place: to be read, posted and taken down. */
export default async function AnnouncementsPage({ params }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const segments = decodedPath((await params).path);
    const place = await currentObject((await params).path);
    return (
      <Page
        title={t("announcements.title")}
        lead={t("announcements.lead")}
        crumbs={crumbsBelow(t, place, t("announcements.title"))}
      >
        {
          await AnnouncementBoard({
            scope: announcementScope(place),
            post: post.bind(null, segments),
            takeDown: (id) => takeDown.bind(null, segments, id),
          })
        }
      </Page>
    );
  });
}
