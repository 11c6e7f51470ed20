import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { SERVICE } from "@/lib/domain/access/actor";
import { createComponent } from "@/lib/domain/creation/create-component";
import { createProject } from "@/lib/domain/projects/projects";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { db } from "@/lib/platform/database";
import { dataFolder } from "@/lib/platform/environment";
import { DEMO_FOLDER } from "@/lib/platform/outside/folders";
import { makeRepository } from "@/lib/platform/vcs/make-repository";
import { urls } from "@/lib/urls";
import { DEMO_PROJECTS, type DemoComponent, type DemoProject } from "./files";

/** Makes the projects of the demo that are not there, with real Git repositories in the data folder, connected like any other. */
export async function fillDemo(say: (line: string) => void): Promise<void> {
  for (const project of DEMO_PROJECTS) {
    await fillProject(project);
    say(`The demo project ${project.name} is at ${urls.project(project.slug).web}`);
  }
}

async function fillProject(project: DemoProject): Promise<void> {
  const { slug, name, instructions } = project;
  if ((await db.prisma.project.count({ where: { slug } })) === 0)
    await createProject(SERVICE, { name, slug, web: "", instructions });
  for (const component of await project.components())
    if ((await db.prisma.component.count({ where: { slug: component.slug, project: { slug } } })) === 0)
      await addComponent(project, component);
}

async function addComponent({ slug, author }: DemoProject, component: DemoComponent): Promise<void> {
  const folder = join(dataFolder(DEMO_FOLDER), `${component.slug}.git`);
  if (!existsSync(join(folder, "HEAD"))) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await makeRepository(folder, component.files, "Start with what we have", author);
  }
  const { files, ...described } = component;
  const made = await createComponent(SERVICE, slug, {
    ...described,
    repo: folder,
    push: folder,
    branch: "main",
    sourceLanguage: "en",
    license: "MIT",
  });
  if (made.taskId) await waitForTask(made.taskId, 120_000);
}
