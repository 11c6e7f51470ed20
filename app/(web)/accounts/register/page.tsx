import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ActionForm } from "@/app/ui/action-form";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { safePath } from "@/app/ui/request-path";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { registrationIsOpen } from "@/lib/domain/settings/registration";
import { register } from "./actions";

export const metadata: Metadata = { title: "Register" };

export default async function RegisterPage({ searchParams }: PageInput) {
  const next = safePath((await searchParams).next);
  if (!(await currentActor()).isAnonymous) redirect(next);
  if (!(await registrationIsOpen()))
    return (
      <Page title="Register" narrow>
        <EmptyState title="Registration is closed" action={<LinkButton href="/accounts/login/">Sign in</LinkButton>}>
          Accounts are made by the administrators here. Ask one of them.
        </EmptyState>
      </Page>
    );
  return (
    <div className="mx-auto max-w-[480px]">
      <Page title="Make an account" lead="It takes a minute. Then you can translate, suggest and use the API." narrow>
        <div className="panel p-5">
          <ActionForm action={register} className="grid gap-4">
            <input type="hidden" name="next" value={next} />
            <Field
              label="User name"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              hint="Letters, digits and @ . + - _."
            />
            <Field
              label="Name"
              name="full_name"
              autoComplete="name"
              required
              hint="Commits of your translations carry it."
            />
            <Field
              label="E-mail"
              name="email"
              type="email"
              autoComplete="email"
              required
              hint="Commits carry it once it is confirmed; you can give another address for them later."
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
            <Submit>Make the account</Submit>
          </ActionForm>
        </div>
        <p className="mt-4 text-center text-ink-2">
          Have one already?{" "}
          <a className="link" href={`/accounts/login/?next=${encodeURIComponent(next)}`}>
            Sign in
          </a>
        </p>
      </Page>
    </div>
  );
}
