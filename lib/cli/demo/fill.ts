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
import { demoComponents } from "./files";

const PROJECT = "orchard";

/** Makes the demo project, unless it is there: three real Git repositories in the data folder, connected like any other. */
export async function fillDemo(say: (line: string) => void): Promise<void> {
  if ((await db.prisma.project.count({ where: { slug: PROJECT } })) === 0) {
    await createProject(SERVICE, {
      name: "Orchard",
      slug: PROJECT,
      web: "",
      instructions: "Orchard is a fictional application for trying out Loquat. You can change anything.",
    });
  }
  for (const component of demoComponents()) {
    const present = await db.prisma.component.count({ where: { slug: component.slug, project: { slug: PROJECT } } });
    if (present > 0) continue;
    const folder = join(dataFolder(DEMO_FOLDER), `${component.slug}.git`);
    if (!existsSync(join(folder, "HEAD"))) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      await makeRepository(folder, component.files, "Start with what we have");
    }
    const made = await createComponent(SERVICE, PROJECT, {
      name: component.name,
      slug: component.slug,
      repo: folder,
      push: folder,
      branch: "main",
      filemask: component.filemask,
      template: component.template,
      newBase: component.newBase,
      fileFormat: component.fileFormat,
      sourceLanguage: "en",
      license: "MIT",
    });
    if (made.taskId) await waitForTask(made.taskId, 120_000);
  }
  say(`The demo project is at ${urls.project(PROJECT).web}`);
}
