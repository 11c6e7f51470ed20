import { CircleHelp } from "lucide-react";
import { useTexts } from "#texts";
import type { Denial } from "@/lib/domain/errors";
import { buttonClasses } from "./button";
import { LinkButton } from "./link-button";
import { SignInLink } from "./sign-in-link";

/**
 * Why a thing is not possible for the reader, and what would help.
 * @param signIn where one signs in, and comes back
 */
export function DenialNote({
  denial,
  back,
  signIn,
  agreement,
}: {
  denial: Denial;
  back?: string;
  signIn: string;
  /** Where the agreement is read, should that be what is missing. */
  agreement?: string;
}) {
  const t = useTexts();
  return (
    <div className="panel max-w-[72ch] p-4">
      <p className="flex items-start gap-2">
        <CircleHelp aria-hidden size={20} className="shrink-0 text-ink-3" />
        <span>{denial.text}</span>
      </p>
      {denial.permission ? (
        <p className="mt-2 text-table text-ink-2">
          {t.rich("why.needed", {
            permission: denial.permission,
            code: (chunks) => <code className="font-mono">{chunks}</code>,
          })}
        </p>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {denial.reason === "not-signed-in" ? (
          <SignInLink href={signIn} className={buttonClasses("primary")}>
            {t("why.signIn")}
          </SignInLink>
        ) : null}
        {denial.reason === "agreement-unsigned" && agreement ? (
          <LinkButton kind="primary" href={agreement}>
            {t("why.agreement")}
          </LinkButton>
        ) : null}
        {denial.reason === "two-factor-required" ? (
          <LinkButton kind="primary" href="/accounts/profile/?tab=security">
            {t("why.secondFactor")}
          </LinkButton>
        ) : null}
        {back ? <LinkButton href={back}>{t("why.goBack")}</LinkButton> : null}
      </div>
    </div>
  );
}
