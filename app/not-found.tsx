import { cache } from "react";
import { LinkButton } from "./ui/link-button";
import { NearNames } from "./ui/near-names";
import { Page } from "./ui/page-body";
import { getTexts, titled } from "./ui/page-texts";
import { SearchBox } from "./ui/search-box";

export const generateMetadata = titled("common.notFound");

/** All pages carry this one with them, in two places: made once, it crosses once. */
const missing = cache(async () => {
  const t = await getTexts();
  return (
    <Page title={t("refused.missingTitle")} lead={t("refused.missingLead")} narrow>
      <div className="panel grid gap-4 p-4">
        <NearNames />
        <SearchBox id="search-missing" />
        <div className="flex flex-wrap gap-2">
          <LinkButton href="/projects/" kind="primary">
            {t("common.browseProjects")}
          </LinkButton>
          <LinkButton href="/accounts/login/">{t("refused.otherAccount")}</LinkButton>
          <LinkButton href="/">{t("common.home")}</LinkButton>
        </div>
      </div>
    </Page>
  );
});

export default function NotFound() {
  return missing();
}
