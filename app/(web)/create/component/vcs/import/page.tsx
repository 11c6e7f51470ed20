import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { CodeBlock } from "@/app/ui/code-block";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { loadTask } from "@/app/ui/load-task";
import { counted } from "@/app/ui/numbers";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { TaskProgress } from "@/app/ui/task-progress";
import { addressOf, findComponent } from "@/lib/domain/components/components";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { NotFound } from "@/lib/domain/errors";
import { findProject } from "@/lib/domain/projects/projects";
import { absolute, urls } from "@/lib/urls";
import { WizardSteps } from "../wizard-steps";

export const metadata: Metadata = { title: "Import" };

export default async function ImportPage({ searchParams }: PageInput) {
  return guarded(async () => {
    const parameters = await searchParams;
    const actor = await currentActor();
    const project = await findProject(actor, one(parameters.project));
    const slugs = one(parameters.components).split(",").filter(Boolean).slice(0, 100);
    if (slugs.length === 0) throw new NotFound("No components are named.");
    const rows = await Promise.all(
      slugs.map(async (slug) => {
        const component = await findComponent(actor, {
          projectSlug: project.slug,
          categoryPath: "",
          componentSlug: slug,
        });
        return {
          component,
          task: await loadTask(actor, component.taskId),
          numbers: await readCounter("component", component.id),
        };
      }),
    );
    const running = rows.some((row) => row.task && !row.task.look.completed);
    return (
      <Page
        title={running ? "Importing" : "Imported"}
        lead={`${counted(rows.length, "component")} into ${project.name}. You may leave this page: the work goes on.`}
        crumbs={[
          { label: "Projects", href: "/projects/" },
          { label: project.name, href: path(urls.project(project.slug).web) },
          { label: "Import" },
        ]}
        actions={
          <LinkButton kind="primary" href={path(urls.project(project.slug).web)}>
            Open {project.name}
          </LinkButton>
        }
      >
        <WizardSteps at={2} />
        <div className="mb-8 grid gap-3">
          {rows.map(({ component, task, numbers }) => (
            <div key={component.id}>
              {task ? (
                <TaskProgress task={task.look} title={component.name} />
              ) : (
                <p className="panel flex items-center gap-3 p-4 font-medium" data-task="done">
                  <CircleCheck aria-hidden size={20} className="text-approved" /> {component.name} is imported
                </p>
              )}
              <p className="mt-2 flex flex-wrap items-center gap-3 text-table text-ink-2">
                <LinkButton small href={path(urls.component(addressOf(component)).web)}>
                  Open {component.name}
                </LinkButton>
                {numbers.total > 0
                  ? `${counted(numbers.translations, "language")}, ${counted(numbers.total, "string")}`
                  : null}
              </p>
            </div>
          ))}
        </div>
        <Section
          title="Let the repository tell us"
          lead="With a hook, Loquat updates within seconds of a push. Add this address as a webhook for push events at your code host:"
        >
          <CodeBlock text={absolute("/hooks/github/")} label="Copy address" />
        </Section>
      </Page>
    );
  });
}
