import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { SERVICE } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { createComponent } from "@/lib/domain/creation/create-component";
import { createProject } from "@/lib/domain/projects/projects";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { findTranslation } from "@/lib/domain/translations/translations";
import { addUnit } from "@/lib/domain/units/add-unit";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { translationsOfSource } from "@/lib/domain/units/units";
import { db } from "@/lib/platform/database";
import { dataFolder } from "@/lib/platform/environment";
import { DEMO_FOLDER } from "@/lib/platform/outside/folders";
import { makeRepository } from "@/lib/platform/vcs/make-repository";
import { STATE } from "@/lib/text/codes";
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
  await addTerms(project);
}

/** Puts the first terms into the glossary that the project got with its components, while it has none. */
async function addTerms({ slug, terms }: DemoProject): Promise<void> {
  const made = await db.prisma.component.findFirst({
    where: { isGlossary: true, removedAt: null, project: { slug } },
    select: { id: true },
  });
  if (!made || terms.length === 0) return;
  const { taskId } = await findComponentById(SERVICE, made.id);
  if (taskId) await waitForTask(taskId, 120_000);
  const glossary = await findComponentById(SERVICE, made.id);
  if ((await readCounter("component", glossary.id)).total > 0) return;
  const english = await findTranslation(SERVICE, glossary, glossary.sourceLanguage.code);
  for (const { term, explanation, flags, texts } of terms) {
    const added = await addUnit(SERVICE, english, { context: "", sources: [term], explanation });
    if (flags) await changeUnit(SERVICE, added.id, { extraFlags: flags });
    for (const unit of await translationsOfSource(SERVICE, added.id)) {
      const text = texts[unit.languageCode];
      if (text) await editUnit(SERVICE, unit.id, { targets: [text], state: STATE.TRANSLATED });
    }
  }
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
