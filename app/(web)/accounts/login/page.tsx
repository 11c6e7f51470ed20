import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { safePath } from "@/app/ui/request-path";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { registrationIsOpen } from "@/lib/domain/settings/registration";
import { signIn } from "./actions";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: PageInput) {
  const asked = await searchParams;
  // The second is what next-auth calls it when it sends somebody here.
  const next = safePath(asked.next ?? asked.callbackUrl);
  if (!(await currentActor()).isAnonymous) redirect(next);
  const open = await registrationIsOpen();
  return (
    <div className="mx-auto max-w-[440px]">
      <Page title="Sign in" lead="Welcome back. Your drafts and your place in the work are kept." narrow>
        <div className="panel p-5">
          <ActionForm action={signIn} className="grid gap-4">
            <input type="hidden" name="next" value={next} />
            <Field
              label="User name or e-mail"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
            <Field label="Password" name="password" type="password" autoComplete="current-password" required />
            <Submit>Sign in</Submit>
          </ActionForm>
        </div>
        {open ? (
          <p className="mt-4 text-center text-ink-2">
            No account yet?{" "}
            <a className="link" href={`/accounts/register/?next=${encodeURIComponent(next)}`}>
              Make one
            </a>
          </p>
        ) : (
          <p className="mt-4 text-center text-ink-2">Accounts are made by the administrators here.</p>
        )}
      </Page>
    </div>
  );
}
