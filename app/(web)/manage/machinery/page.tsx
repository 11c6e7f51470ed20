import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { Services } from "../../machinery/services";

export const generateMetadata = titled("common.automaticSuggestions");

/** Services for suggestions of the whole installation. */
export default async function MachineryPage() {
  const t = await getTexts();
  return guarded(async () => (
    <Page
      title={t("common.automaticSuggestions")}
      crumbs={[{ label: t("common.management"), href: "/manage/" }, { label: t("common.automaticSuggestions") }]}
      lead={t("machinery.site.lead")}
    >
      {await Services({ project: undefined })}
    </Page>
  ));
}
