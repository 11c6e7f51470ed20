import type { Metadata } from "next";
import { feedOf } from "@/app/ui/feed-link";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { can } from "@/lib/domain/access/demand";
import { hasAdministrator } from "@/lib/domain/users/users";
import { AdminDashboard } from "./home/admin-dashboard";
import { TranslatorHome } from "./home/translator-home";
import { VisitorHome } from "./home/visitor-home";

export async function generateMetadata(): Promise<Metadata> {
  return { title: { absolute: (await getTexts())("home.pageTitle") }, ...feedOf(await getTexts()) };
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
