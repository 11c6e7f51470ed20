import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { path } from "@/app/ui/paths";
import { Submit } from "@/app/ui/submit";
import type { ComponentDraft } from "@/lib/domain/creation/drafts";
import { urls } from "@/lib/urls";
import { discardDraft } from "./actions";

/** That a draft was kept, with the way to go on with it; or, once one does, what it holds. */
export function DraftNote({
  draft: { values },
  project,
  resumed,
}: {
  draft: ComponentDraft;
  project: string;
  resumed: boolean;
}) {
  const t = useTexts();
  return (
    <div className="mb-5">
      <Callout>
        {t.rich(resumed ? "wizard.draft.loaded" : "wizard.draft.text", {
          repo: values.repo?.[0] ?? "",
          name: (chunks) => <bdi className="break-all font-mono text-table">{chunks}</bdi>,
        })}
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          {resumed ? null : (
            <a
              className="link inline-flex min-h-8 items-center"
              href={`${path(urls.newComponent("vcs", values.project?.[0] ?? project))}&draft=on`}
            >
              {t("wizard.draft.continue")}
            </a>
          )}
          <ActionForm action={discardDraft} label={t("wizard.draft.discard")}>
            <input type="hidden" name="project" value={project} />
            <Submit kind="quiet">{t("wizard.draft.discard")}</Submit>
          </ActionForm>
        </div>
      </Callout>
    </div>
  );
}
