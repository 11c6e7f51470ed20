import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { components, projects, repositories, sourceUnits, tasks, units } from "@/lib/generated/tables";
import { assigned, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { dataFolder } from "@/lib/platform/environment";
import { asText, orNull, present } from "@/lib/platform/expressions";
import { DEMO_FOLDER } from "@/lib/platform/outside/folders";
import { NonRetriableError } from "@/lib/platform/queue";
import { makeRepository } from "@/lib/platform/vcs/make-repository";
import { STATE } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { SERVICE } from "../access/actor";
import { findComponentById } from "../components/components";
import { createComponent } from "../creation/create-component";
import { Conflict, Invalid } from "../errors";
import { createProject } from "../projects/projects";
import { createTask, isFinal } from "../tasks/tasks";
import { findTranslation } from "../translations/translations";
import { addUnit } from "../units/add-unit";
import { changeUnit } from "../units/change-unit";
import { editUnit } from "../units/edit-unit";
import { translationsOfSource } from "../units/units";
import { DEMO_PROJECTS, type DemoComponent, type DemoProject } from "./internal/files";
import { alone } from "./internal/take-demo";

/**
 * Making the demo, step by step. Each step makes what is missing and leaves what is there, so that one that was killed is done
 * again, and so is all of it.
 */

const [p, c, r, t] = [projects.as("p"), components.as("c"), repositories.as("r"), tasks.as("t")];
const [u, s] = [units.as("u"), sourceUnits.as("s")];

type Tell = (percent: number, text: string) => Promise<void>;

/** Makes its projects, their repositories and components; files are imported by the tasks of the components. */
export async function makeDemoProjects(task: string, tell: Tell): Promise<number> {
  return alone(task, async () => {
    const wanted = await Promise.all(
      DEMO_PROJECTS.map(async (project) => ({ project, parts: await project.components() })),
    );
    const total = wanted.reduce((sum, { parts }) => sum + parts.length, 0);
    let done = 0;
    for (const { project, parts } of wanted) {
      const { id, slug } = await ensureProject(project);
      for (const part of parts) {
        await tell((done / total) * 100, `${project.name}/${part.name}`);
        await ensureComponent({ id, slug, author: project.author }, part);
        done += 1;
      }
    }
    return total;
  });
}

/** How many names are tried where others have taken that of a project. */
const MOST_NAMES = 9;

async function ensureProject({ key, slug, name, instructions }: DemoProject): Promise<{ id: number; slug: string }> {
  const there = await db.one(sql`
    select ${pick(p, "id", "slug")} from ${p} where ${p.demo} = ${key} and ${p.removedAt} is null`);
  if (there) return there;
  for (let at = 1; ; at++) {
    const other = at === 1 ? "" : at === 2 ? "demo" : `demo ${at - 1}`;
    const called = other ? { slug: `${slug}-${other.replace(" ", "-")}`, name: `${name} (${other})` } : { slug, name };
    try {
      return await createProject(SERVICE, { ...called, web: "", instructions }, key);
    } catch (error) {
      const taken = error instanceof Invalid && error.fields.every(({ code }) => code === "unique");
      if (!taken || at === MOST_NAMES) throw error;
    }
  }
}

async function ensureComponent(
  project: { id: number; slug: string; author: DemoProject["author"] },
  part: DemoComponent,
): Promise<void> {
  const there = await db.one(sql`
    select ${pick(c, "id", "repositoryId", "importedAt")}, ${named({ state: orNull(asText(t.state)) })}
    from ${c} left join ${t} on ${t.id} = ${c.taskId}
    where ${c.projectId} = ${project.id} and ${c.slug} = ${part.slug} and ${c.categoryId} is null and ${c.removedAt} is null`);
  if (!there) return addComponent(project, part);
  // An import that has failed is begun again.
  const ended = there.state === null || isFinal({ state: there.state as "done" });
  if (there.importedAt !== null || !ended) return;
  const { id, repositoryId } = there;
  await inTransaction(async (tx) => {
    const { id: taskId } = await createTask(tx, {
      kind: "create-component",
      payload: { component: id, repository: repositoryId },
      projectId: project.id,
      componentId: id,
    });
    await tx.run(sql`update ${c} set ${assigned(c, { taskId })} where ${c.id} = ${id}`);
  });
}

async function addComponent(
  project: { id: number; slug: string; author: DemoProject["author"] },
  { files, ...described }: DemoComponent,
): Promise<void> {
  const folder = join(dataFolder(DEMO_FOLDER, String(project.id)), `${described.slug}.git`);
  // One that nothing uses was left half made.
  if (!(await db.one(sql`select ${present} from ${r} where ${r.url} = ${folder} limit 1`))) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await makeRepository(folder, files, "Start with what we have", project.author);
  }
  await createComponent(SERVICE, project.slug, {
    ...described,
    repo: folder,
    push: folder,
    branch: "main",
    sourceLanguage: "en",
    license: "MIT",
  });
}

const LOOK_FOR_MS = 10_000;
const LOOK_EVERY_MS = 400;

/**
 * Looks for some seconds at how far the imports are. True once all files are read.
 * @throws NonRetriableError when one of them has failed, and says why
 */
export async function followImports(tell: Tell): Promise<boolean> {
  const until = performance.now() + LOOK_FOR_MS;
  for (;;) {
    const rows = await db.rows(sql`
      select ${pick(c, "taskId", "importedAt")}, ${named({
        name: asText(sql`${p.name} || '/' || ${c.name}`),
        state: orNull(asText(t.state)),
        progress: orNull(t.progress),
        result: orNull(asText(sql`${t.result} #>> '{}'`)),
      })}
      from ${c} join ${p} on ${p.id} = ${c.projectId} left join ${t} on ${t.id} = ${c.taskId}
      where ${p.demo} is not null and ${p.removedAt} is null and ${c.removedAt} is null order by ${c.id}`);
    const failed = rows.find(
      ({ state, importedAt }) => importedAt === null && (state === "failed" || state === "cancelled"),
    );
    if (failed) {
      const why = new Conflict(refusal("demoImportFailed", { name: failed.name, why: failed.result ?? "" }));
      throw new NonRetriableError(why.message, { cause: why });
    }
    const open = rows.filter(({ taskId }) => taskId !== null);
    if (open.length === 0) return true;
    const left = open.reduce((sum, { progress }) => sum + 100 - (progress ?? 0), 0);
    await tell(100 - left / Math.max(rows.length, 1), open[0]?.name ?? "");
    if (performance.now() > until) return false;
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
}

/** Puts the first terms into the glossaries that the projects got with their components. */
export async function addDemoTerms(task: string): Promise<void> {
  await alone(task, async () => {
    for (const project of DEMO_PROJECTS) await addTermsOf(project);
  });
}

async function addTermsOf({ key, terms }: DemoProject): Promise<void> {
  if (terms.length === 0) return;
  const made = await db.one(sql`
    select ${pick(c, "id")} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${p.demo} = ${key} and ${c.isGlossary} and ${c.removedAt} is null order by ${c.id} limit 1`);
  if (!made) return;
  const glossary = await findComponentById(SERVICE, made.id);
  const english = await findTranslation(SERVICE, glossary, glossary.sourceLanguage.code);
  const known = await db.rows(sql`
    select ${pick(u, "id", "sourceId")}, ${named({ term: asText(sql`${s.sources}[1]`) })}
    from ${u} join ${s} on ${s.id} = ${u.sourceId} where ${u.translationId} = ${english.id}`);
  for (const { term, explanation, flags, texts } of terms) {
    // Where it was killed in the middle of a term, the rest of it is missing.
    const there =
      known.find((one) => one.term === term) ??
      (await addUnit(SERVICE, english, { context: "", sources: [term], explanation }));
    if (flags) await changeUnit(SERVICE, there.id, { extraFlags: flags });
    for (const unit of await translationsOfSource(SERVICE, there.sourceId)) {
      const text = texts[unit.languageCode];
      if (text && unit.targets.every((target) => target === ""))
        await editUnit(SERVICE, unit.id, { targets: [text], state: STATE.TRANSLATED });
    }
  }
}
