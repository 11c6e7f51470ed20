import type { Metadata } from "next";
import { feedOf } from "@/app/ui/feed-link";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { sharedMetadata } from "@/app/ui/share-metadata";
import { siteName } from "@/app/ui/site-look";
import { can } from "@/lib/domain/access/demand";
import { sharedSite } from "@/lib/domain/exports/share-card";
import { hasAdministrator } from "@/lib/domain/users/users";
import { urls } from "@/lib/urls";
import { AdminDashboard } from "./home/admin-dashboard";
import { TranslatorHome } from "./home/translator-home";
import { VisitorHome } from "./home/visitor-home";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTexts();
  const title = t("home.pageTitle");
  const about = () => sharedSite(t);
  return sharedMetadata(
    t,
    { title: await siteName(), address: urls.home(), picture: [[], "card.png"], about },
    { title: { absolute: title }, ...feedOf(t) },
  );
}

/** Home: what there is to do for whoever is signed in, and what this is for everybody else. */
export default async function HomePage({ searchParams }: PageInput) {
  const parameters = await searchParams;
  const actor = await currentActor();
  if (actor.isAnonymous) return <VisitorHome language={one(parameters.language)} fresh={!(await hasAdministrator())} />;
  const manages = can(actor, "management.use");
  return (
    <TranslatorHome language={one(parameters.language)} welcome={parameters.welcome !== undefined}>
      {manages ? <AdminDashboard /> : null}
    </TranslatorHome>
  );
}
