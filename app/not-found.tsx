import { cache } from "react";
import { urls } from "@/lib/urls";
import { buttonClasses } from "./ui/button";
import { LinkButton } from "./ui/link-button";
import { NearNames } from "./ui/near-names";
import { Page } from "./ui/page-body";
import { getTexts, titled } from "./ui/page-texts";
import { path } from "./ui/paths";
import { returnPath } from "./ui/request-path";
import { SearchBox } from "./ui/search-box";
import { currentActor } from "./ui/session";
import { SignInLink } from "./ui/sign-in-link";

export const generateMetadata = titled("common.notFound");

/** All pages carry this one with them, in two places: made once, it crosses once. */
const missing = cache(async () => {
  const t = await getTexts();
  const { isAnonymous, viewing } = await currentActor();
  const isVisitor = isAnonymous && !viewing;
  return (
    <Page title={t("refused.missingTitle")} lead={t("refused.missingLead")} narrow>
      <div className="panel grid gap-4 p-4">
        <NearNames />
        <SearchBox id="search-missing" />
        <div className="flex flex-wrap gap-2">
          <LinkButton href="/projects/" kind="primary">
            {t("common.browseProjects")}
          </LinkButton>
          {isVisitor ? (
            <SignInLink href={path(urls.signIn(await returnPath()))} className={buttonClasses("secondary")}>
              {t("common.signIn")}
            </SignInLink>
          ) : (
            <LinkButton href="/accounts/logout/" className="min-w-0 whitespace-normal">
              {t("common.otherAccount")}
            </LinkButton>
          )}
          <LinkButton href="/">{t("common.home")}</LinkButton>
        </div>
      </div>
    </Page>
  );
});

export default function NotFound() {
  return missing();
}
