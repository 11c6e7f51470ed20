import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Field } from "@/app/ui/field";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { Submit } from "@/app/ui/submit";
import { setupCodeFits } from "@/lib/domain/users/setup";
import { hasAdministrator } from "@/lib/domain/users/users";
import { setUp } from "./actions";

export const metadata: Metadata = { title: "Set up Loquat", robots: { index: false } };

export default async function SetupPage({ searchParams }: PageInput) {
  if (await hasAdministrator()) notFound();
  const { code } = await searchParams;
  const given = typeof code === "string" ? code : "";
  const fits = given !== "" && (await setupCodeFits(given));
  return (
    <div className="mx-auto max-w-[560px]">
      <Page
        title="Set up Loquat"
        lead="One account to begin with: yours. It may do everything; you can make more later."
        narrow
      >
        {given && !fits ? (
          <div className="mb-4">
            <Callout tone="error" title="This set-up link is not valid any more">
              Every start of the server prints a new one and ends the one before. Open the newest from the server's log.
            </Callout>
          </div>
        ) : null}
        <div className="panel p-5">
          <ActionForm action={setUp} className="grid gap-4">
            {fits ? (
              <input type="hidden" name="code" value={given} />
            ) : (
              <Field
                label="Set-up code"
                name="code"
                autoComplete="off"
                spellCheck={false}
                required
                hint="Printed by the server when it starts, so that no stranger can take a fresh installation: it is the part of the link after code=."
              />
            )}
            <Field
              label="User name"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              defaultValue="admin"
            />
            <Field label="Name" name="full_name" autoComplete="name" required hint="Commits carry it." />
            <Field
              label="E-mail"
              name="email"
              type="email"
              autoComplete="email"
              required
              hint="Commits carry it too, so nobody can translate without one."
            />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={10}
              required
              hint="At least 10 characters. A sentence is good."
            />
            <Submit>Make the administrator</Submit>
          </ActionForm>
        </div>
      </Page>
    </div>
  );
}
