import { ActionForm } from "@/app/ui/action-form";
import { EmptyState } from "@/app/ui/empty-state";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Submit } from "@/app/ui/submit";
import { NotFound } from "@/lib/domain/errors";
import { eventText } from "@/lib/domain/notices/kind-texts";
import { readStop } from "@/lib/domain/notices/unsubscribe";
import { urls } from "@/lib/urls";
import { stop } from "./actions";

export const generateMetadata = titled("notices.stopTitle");

/** What the link to end mails opens. Mail programs open links, too: the button alone changes something. */
export default async function UnsubscribePage({ searchParams }: PageInput) {
  const t = await getTexts();
  const token = one((await searchParams).token) ?? "";
  const found = await readStop(token).catch((error: unknown) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
  const settings = <LinkButton href={path(urls.profile("notices"))}>{t("notices.settings")}</LinkButton>;
  if (!found)
    return (
      <Page title={t("notices.stopTitle")} narrow>
        <EmptyState title={t("notices.badLink")} action={settings}>
          {t("notices.badLinkText")}
        </EmptyState>
      </Page>
    );
  const user = found.username;
  return (
    <Page
      title={t("notices.stopTitle")}
      lead={
        found.project !== undefined
          ? t("notices.stopProject", { user, project: found.project })
          : found.notification === undefined
            ? t("notices.stopAll", { user })
            : t("notices.stopKind", { user, kind: t(eventText(found.notification)) })
      }
      narrow
    >
      <ActionForm action={stop} className="grid gap-4">
        <input type="hidden" name="token" value={token} />
        <div className="flex flex-wrap gap-3">
          <Submit>{t("notices.stop")}</Submit>
          {settings}
        </div>
      </ActionForm>
    </Page>
  );
}
