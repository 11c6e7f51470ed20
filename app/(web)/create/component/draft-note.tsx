import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { path } from "@/app/ui/paths";
import { Submit } from "@/app/ui/submit";
import type { ComponentDraft, DraftWay } from "@/lib/domain/creation/drafts";
import { urls } from "@/lib/urls";
import { discardDraft } from "./draft-actions";

/** That a draft was kept, with the way to go on with it; or, once one does, what it holds. */
export function DraftNote({
  way,
  draft: { values },
  project,
  resumed,
}: {
  way: DraftWay;
  draft: ComponentDraft;
  project: string;
  resumed: boolean;
}) {
  const t = useTexts();
  const [original] = values.original ?? [];
  const onward = path(urls.newComponent(way, values.project?.[0] || project, Number(original) || undefined));
  return (
    <div className="mb-5">
      <Callout>
        {way === "vcs"
          ? t.rich(resumed ? "wizard.draft.loaded" : "wizard.draft.text", {
              repo: values.repo?.[0] ?? "",
              name: (chunks) => <bdi className="break-all font-mono text-table">{chunks}</bdi>,
            })
          : t(resumed ? (hasFile(way) ? "wizard.draft.chooseFile" : "wizard.draft.filledIn") : "wizard.draft.kept")}
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          {resumed ? null : (
            <a
              className="link inline-flex min-h-8 items-center"
              href={`${onward}${onward.includes("?") ? "&" : "?"}draft=on`}
            >
              {t("wizard.draft.continue")}
            </a>
          )}
          <ActionForm action={discardDraft.bind(null, way)} label={t("wizard.draft.discard")}>
            <input type="hidden" name="project" value={project} />
            <Submit kind="quiet">{t("wizard.draft.discard")}</Submit>
          </ActionForm>
        </div>
      </Callout>
    </div>
  );
}

/** Browsers keep no chosen files. */
const hasFile = (way: DraftWay): boolean => way === "zip" || way === "upload";
