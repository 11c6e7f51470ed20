import { redirect } from "next/navigation";
import { Button } from "@/app/ui/button";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { SignOutForm } from "@/app/ui/sign-out-form";

export const generateMetadata = titled("signOut.signOut");

/** Asks before it signs out. */
export default async function LogoutPage() {
  const t = await getTexts();
  const actor = await currentActor();
  const username = actor.viewing?.by.username ?? (actor.isAnonymous ? undefined : actor.username);
  if (username === undefined) redirect("/");
  return (
    <Page title={t("signOut.title")} lead={t("signOut.lead", { user: username })} narrow>
      <SignOutForm className="flex gap-2">
        <Button kind="primary">{t("signOut.signOut")}</Button>
        <LinkButton href="/">{t("signOut.stay")}</LinkButton>
      </SignOutForm>
    </Page>
  );
}
