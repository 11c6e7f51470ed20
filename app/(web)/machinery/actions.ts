"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { Invalid } from "@/lib/domain/errors";
import { serviceId } from "@/lib/domain/machinery/services";
import { changeMachinery, readMachinery } from "@/lib/domain/machinery/settings";
import { setLimits } from "@/lib/domain/machinery/usage";
import { findProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { findEngine } from "@/lib/platform/machinery/registry";

async function place(slug: string | undefined): Promise<ProjectRow | undefined> {
  return slug === undefined ? undefined : findProject(await currentActor(), slug);
}

/** Stores the settings of a service; a secret that is left blank stays as it is. */
export async function saveService(
  slug: string | undefined,
  service: string,
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await getTexts();
  const answer = await answerForm(form, async () => {
    const actor = await currentActor();
    const project = await place(slug);
    const before = (await readMachinery(actor, project))[serviceId(service) ?? service] ?? {};
    const fields = findEngine(service)?.fields ?? [];
    const given = Object.fromEntries(
      fields.map((field) => {
        const text = String(form.get(`${service}.${field.name}`) ?? "").trim();
        return [field.name, text === "" && field.kind === "secret" ? (before[field.name] ?? "") : text];
      }),
    );
    await changeMachinery(actor, project, service, withoutBlanks(given)).catch((error: unknown) => {
      if (!(error instanceof Invalid)) throw error;
      throw new Invalid(
        error.fields.map((field) => ({ ...field, path: field.path.replace(/^configuration/, service) })),
      );
    });
    revalidatePath("/", "layout");
    return { message: t("machinery.settingsSaved") };
  });
  // Keys are never sent back to the page.
  const secrets = new Set(
    (findEngine(service)?.fields ?? []).flatMap(({ name, kind }) => (kind === "secret" ? [`${service}.${name}`] : [])),
  );
  return {
    ...answer,
    values: Object.fromEntries(Object.entries(answer.values).filter(([name]) => !secrets.has(name))),
  };
}

/** Fields that are blank take their usual value; something must stay, because nothing at all means removal. */
function withoutBlanks(given: Record<string, string>): Record<string, string> {
  const filled = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ""));
  return Object.keys(filled).length > 0 ? filled : given;
}

const limitForm = z.object({ characters: text(20), tokens: text(20) });
const limitOf = (given: string): number | null => (given.trim() === "" ? null : Number(given));

/** Sets what services outside may be sent in a month. */
export async function saveLimits(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { characters, tokens } = readForm(limitForm, form);
    const actor = await currentActor();
    const wanted = { characters: limitOf(characters), tokens: limitOf(tokens) };
    await setLimits(actor, await findProject(actor, slug), wanted);
    revalidatePath("/", "layout");
    return { message: t("machinery.settingsSaved") };
  });
}

/** Removes the settings of a service, or switches it on again where the project had switched it off. */
export async function dropService(
  slug: string | undefined,
  service: string,
  _: FormState,
  form: FormData,
): Promise<FormState> {
  return answerForm(form, async () => {
    await changeMachinery(await currentActor(), await place(slug), service, {});
    revalidatePath("/", "layout");
    return { values: {} };
  });
}

/** Switches a service off in a project. */
export async function disableService(slug: string, service: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await changeMachinery(await currentActor(), await place(slug), service, null);
    revalidatePath("/", "layout");
    return { values: {} };
  });
}
