import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { type PageInput, readCursor } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { demand } from "@/lib/domain/access/demand";
import { EVERYWHERE } from "@/lib/domain/projects/announcements";
import { urls } from "@/lib/urls";
import { AnnouncementBoard } from "../../announcements/announcement-board";
import { change, post, takeDown } from "./actions";

export const generateMetadata = titled("announcements.siteTitle");

/** What is announced on all pages. */
export default async function SiteAnnouncementsPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    demand(await currentActor(), "announcement.edit");
    return (
      <Page title={t("announcements.siteTitle")} lead={t("announcements.siteLead")}>
        {
          await AnnouncementBoard({
            scope: EVERYWHERE,
            home: path(urls.siteAnnouncements()),
            chosen: readCursor((await searchParams).change),
            acts: { post, change: (id) => change.bind(null, id), takeDown: (id) => takeDown.bind(null, id) },
          })
        }
      </Page>
    );
  });
}
