import { ActionForm } from "@/app/ui/action-form";
import { EmptyState } from "@/app/ui/empty-state";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Submit } from "@/app/ui/submit";
import { confirmationOf } from "@/lib/domain/users/confirm-address";
import { urls } from "@/lib/urls";
import { confirmAddress } from "./actions";

export const generateMetadata = titled("confirm.title");

/** What the link to confirm an address opens. Mail programs open links, too: the button alone changes something. */
export default async function ConfirmPage({ searchParams }: PageInput) {
  const t = await getTexts();
  const { token } = await searchParams;
  const found = typeof token === "string" ? await confirmationOf(token) : undefined;
  return (
    <div className="mx-auto max-w-[480px]">
      {found ? (
        <Page
          title={t("confirm.title")}
          lead={t("confirm.lead", { address: found.address, user: found.username })}
          narrow
        >
          <ActionForm action={confirmAddress} className="grid gap-4">
            <input type="hidden" name="token" value={String(token)} />
            <div>
              <Submit>{t("confirm.confirm")}</Submit>
            </div>
          </ActionForm>
        </Page>
      ) : (
        <Page title={t("confirm.title")} narrow>
          <EmptyState
            title={t("confirm.gone")}
            action={<LinkButton href={path(urls.profile("account"))}>{t("frame.profile")}</LinkButton>}
          >
            {t("confirm.goneText")}
          </EmptyState>
        </Page>
      )}
    </div>
  );
}
