"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, checkbox, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { createComponent } from "@/lib/domain/creation/create-component";
import { discoverComponents } from "@/lib/domain/creation/discover";
import { type FieldError, Invalid } from "@/lib/domain/errors";
import { CODE_HOST_KINDS, OTHER_SYSTEMS, pushesAnyway } from "@/lib/domain/requests/accounts";
import { slugify } from "@/lib/text/slug";
import { urls } from "@/lib/urls";
import { MOST_PROPOSALS, type WizardState } from "./state";

const where = z.object({
  project: text(100).refine((value) => value !== "", "wizard.projectMissing" satisfies TextKey),
  repo: text(400),
  branch: text(200),
  source_language: text(50),
  vcs: z.enum(["git", "git-force-push", ...[...CODE_HOST_KINDS, ...OTHER_SYSTEMS].map(({ id }) => id)]).default("git"),
});

const shared = z.object({ push: text(400), push_branch: text(200), license: text(150), push_on_commit: checkbox });

/** One row of the form: a component that was found, or one described by hand. */
function rowSchema(index: number) {
  return z
    .object({
      [`pick-${index}`]: checkbox,
      [`name-${index}`]: text(100),
      [`slug-${index}`]: text(100),
      [`filemask-${index}`]: text(400),
      [`format-${index}`]: text(50),
      [`template-${index}`]: text(400),
      [`new_base-${index}`]: text(400),
      [`source-${index}`]: text(50),
    })
    .transform((given) => {
      const read = (name: string) => String(given[`${name}-${index}`] ?? "").trim();
      return {
        picked: given[`pick-${index}`] === true,
        name: read("name"),
        slug: read("slug") || slugify(read("name")),
        filemask: read("filemask"),
        fileFormat: read("format"),
        template: read("template"),
        newBase: read("new_base"),
        sourceLanguage: read("source"),
      };
    });
}

/** Wire names of fields that the rows call otherwise. */
const ROW_FIELDS: Readonly<Record<string, string>> = {
  name: "name",
  slug: "slug",
  filemask: "filemask",
  fileFormat: "format",
  template: "template",
  newBase: "new_base",
  sourceLanguage: "source",
};

/** Errors of one component under the names that its row has in the form. */
function inRow(error: Invalid, index: number, name: string): FieldError[] {
  return error.fields.map((field) => {
    const own = ROW_FIELDS[field.path];
    return own ? { ...field, path: `${own}-${index}`, message: `${name}: ${field.message}` } : field;
  });
}

/** Looks at the repository, or imports what was chosen in it. */
export async function runWizard(state: WizardState, form: FormData): Promise<WizardState> {
  const t = await getTexts();
  let found = state.found;
  const done: string[] = [...(state.done ?? [])];
  const importing = form.get("intent") === "import";
  const answer: FormState = await answerForm(form, async () => {
    const given = readForm(where, form);
    const actor = await currentActor();
    const look = {
      repo: given.repo.trim(),
      branch: given.branch.trim(),
      vcs: given.vcs,
      sourceLanguage: given.source_language || "en",
    };
    found = undefined;
    found = await discoverComponents(actor, given.project, look);
    // What was found is ticked and named afresh; of the former answer only the address stays.
    if (!importing)
      return {
        answered: false,
        values: {
          ...only(form, ["repo", "branch", "source_language", "project", "vcs"]),
          push: [pushesAnyway(look.vcs) ? "" : look.repo],
        },
      };
    const rows = chosenRows(form).filter((row) => !done.includes(row.slug));
    if (rows.length === 0) throw Invalid.field("", t("wizard.noneTicked"));
    const common = readForm(shared, form);
    const problems: FieldError[] = [];
    for (const { index, picked: _, ...row } of rows) {
      try {
        const made = await createComponent(actor, given.project, {
          ...row,
          repo: look.repo,
          branch: look.branch || found.branch,
          vcs: given.vcs,
          sourceLanguage: row.sourceLanguage || look.sourceLanguage,
          push: common.push.trim(),
          pushBranch: common.push_branch.trim(),
          pushOnCommit: common.push_on_commit,
          // Left empty, it is what is set above.
          license: common.license.trim() || undefined,
        });
        done.push(made.slug);
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        problems.push(...inRow(error, index, row.name || t("wizard.unnamed")));
      }
    }
    if (problems.length > 0) throw new Invalid(unique(problems));
    redirect(path(urls.importOf(given.project, done)));
  });
  return { ...answer, found, done };
}

function unique(problems: readonly FieldError[]): FieldError[] {
  return [...new Map(problems.map((problem) => [`${problem.path}\n${problem.message}`, problem])).values()];
}

function only(form: FormData, names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(names.map((name) => [name, [String(form.get(name) ?? "")]]));
}

function chosenRows(form: FormData) {
  const rows = [];
  for (let index = 0; index <= MOST_PROPOSALS; index++) {
    if (!form.has(`pick-${index}`)) continue;
    rows.push({ index, ...readForm(rowSchema(index), form) });
  }
  return rows;
}
