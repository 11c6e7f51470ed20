import { ActionForm } from "@/app/ui/action-form";
import { ChangeList } from "@/app/ui/change-list";
import { changeWords } from "@/app/ui/change-words";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { denialWords } from "@/lib/domain/access/denial-words";
import { findChange } from "@/lib/domain/changes/list";
import { NotFound } from "@/lib/domain/errors";
import { isRevertable, revertDenial } from "@/lib/domain/units/revert";
import { revert } from "./actions";

export const generateMetadata = titled("changes.oneTitle");

/** One change: what it was, and putting it back. */
export default async function ChangePage({ params }: { params: Promise<{ id: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const { id } = await params;
    if (!/^\d{1,15}$/.test(id)) throw new NotFound("There is no such change.");
    const actor = await currentActor();
    const change = await findChange(actor, Number(id));
    const offered = isRevertable(change) && !actor.isAnonymous;
    const why = offered ? await revertDenial(actor, change) : undefined;
    return (
      <Page
        title={changeWords(t, change)}
        crumbs={[{ label: t("common.changes"), href: "/changes/" }, { label: t("changes.number", { id }) }]}
        narrow
      >
        <ChangeList changes={[change]} />
        {offered ? (
          <Section title={t("changes.revert.title")} lead={t("changes.revert.lead")}>
            {why ? (
              <p className="text-ink-2">{denialWords(t, why)}</p>
            ) : (
              <ActionForm action={revert.bind(null, change.id)} label={t("changes.revert.title")}>
                <Submit>{t("changes.revert.button")}</Submit>
              </ActionForm>
            )}
          </Section>
        ) : null}
      </Page>
    );
  });
}
