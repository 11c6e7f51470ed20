import { Lock, LockOpen } from "lucide-react";
import { ActionForm } from "@/app/ui/action-form";
import { getTexts } from "@/app/ui/page-texts";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import type { Actor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { projectIsLocked } from "@/lib/domain/components/lock-project";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { changeProjectLock } from "./actions";

/** Locks all components of a project at once, or unlocks them. */
export async function ProjectLock({ project, actor }: { project: ProjectRow; actor: Actor }) {
  if (!can(actor, "project.edit", { project }) || !can(actor, "component.lock", { project })) return null;
  const t = await getTexts();
  const locked = await projectIsLocked(actor, project);
  return (
    <div className="mt-8">
      <Section id="lock" title={t("repository.lockProject")} lead={t("repository.lockProjectAbout")}>
        <ActionForm action={changeProjectLock.bind(null, project.slug)} className="flex flex-wrap gap-2">
          {locked ? null : (
            <Submit name="lock" value="on" kind="secondary">
              <Lock aria-hidden size={16} /> {t("repository.lockAll")}
            </Submit>
          )}
          <Submit name="lock" value="off" kind="secondary">
            <LockOpen aria-hidden size={16} /> {t("repository.unlockAll")}
          </Submit>
        </ActionForm>
      </Section>
    </div>
  );
}
