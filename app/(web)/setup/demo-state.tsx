import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { LinkButton } from "@/app/ui/link-button";
import { loadTask } from "@/app/ui/load-task";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { TaskProgress } from "@/app/ui/task-progress";
import type { Demo } from "@/lib/domain/demo/demo";
import { urls } from "@/lib/urls";
import { makeDemo } from "./demo-actions";

/** What there is of the demo, while it is made as well, and the button that makes what is missing. */
export async function DemoState({ demo }: { demo: Demo }) {
  const t = await getTexts();
  const told = await loadTask(await currentActor(), demo.task);
  const progress = told ? <TaskProgress key={told.task.id} task={told.task} title={told.title} /> : null;
  if (demo.state === "making")
    return (
      <div className="grid gap-3">
        <p>{t("setup.start.demo.making")}</p>
        {progress}
      </div>
    );
  if (demo.state === "there")
    return (
      <div className="flex flex-wrap gap-2">
        {demo.projects.map(({ slug, name }) => (
          <LinkButton key={slug} href={path(urls.project(slug).web)}>
            {t("setup.start.demo.open", { name })}
          </LinkButton>
        ))}
      </div>
    );
  const again = demo.state === "partial" || demo.task !== null;
  return (
    <div className="grid justify-items-start gap-3">
      {again ? <Callout tone="error">{t("setup.start.demo.failed")}</Callout> : null}
      {progress ? <div className="w-full">{progress}</div> : null}
      <ActionForm action={makeDemo} label={t(again ? "setup.start.demo.again" : "setup.start.demo.make")}>
        <Submit>{t(again ? "setup.start.demo.again" : "setup.start.demo.make")}</Submit>
      </ActionForm>
    </div>
  );
}
