import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { demand } from "@/lib/domain/access/demand";
import { EVERYWHERE } from "@/lib/domain/projects/announcements";
import { AnnouncementBoard } from "../../announcements/announcement-board";
import { post, takeDown } from "./actions";

export const generateMetadata = titled("announcements.siteTitle");

/** What is announced on all pages. */
export default async function SiteAnnouncementsPage() {
  const t = await getTexts();
  return guarded(async () => {
    demand(await currentActor(), "announcement.edit");
    return (
      <Page title={t("announcements.siteTitle")} lead={t("announcements.siteLead")}>
        {await AnnouncementBoard({ scope: EVERYWHERE, post, takeDown: (id) => takeDown.bind(null, id) })}
      </Page>
    );
  });
}
