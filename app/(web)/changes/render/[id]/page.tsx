import { ChangeList } from "@/app/ui/change-list";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { actionName } from "@/lib/domain/change-actions";
import { findChange } from "@/lib/domain/changes/list";
import { NotFound } from "@/lib/domain/errors";

export const generateMetadata = titled("changes.oneTitle");

export default async function ChangePage({ params }: { params: Promise<{ id: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const { id } = await params;
    if (!/^\d{1,15}$/.test(id)) throw new NotFound("There is no such change.");
    const change = await findChange(await currentActor(), Number(id));
    return (
      <Page
        title={actionName(change.action)}
        crumbs={[{ label: t("common.changes"), href: "/changes/" }, { label: t("changes.number", { id }) }]}
        narrow
      >
        <ChangeList changes={[change]} />
      </Page>
    );
  });
}
