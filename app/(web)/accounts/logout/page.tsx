import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Button } from "@/app/ui/button";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { currentActor } from "@/app/ui/session";
import { signOut } from "@/app/ui/sign-out";

export const metadata: Metadata = { title: "Sign out" };

export default async function LogoutPage() {
  const actor = await currentActor();
  if (actor.isAnonymous) redirect("/");
  return (
    <Page title="Sign out?" lead={`You are signed in as ${actor.username}. Nothing that you saved is lost.`} narrow>
      <form action={signOut} className="flex gap-2">
        <Button kind="primary">Sign out</Button>
        <LinkButton href="/">Stay</LinkButton>
      </form>
    </Page>
  );
}
