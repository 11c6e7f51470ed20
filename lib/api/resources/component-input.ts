import { z } from "zod";
import type { NewComponent as DomainInput } from "@/lib/domain/components/component-input";
import type { Origin } from "@/lib/domain/creation/component-origin";
import { VCS_DRIVERS } from "@/lib/platform/vcs/registry";
import type { ClashRule } from "@/lib/text/codes";
import { knownFormats } from "@/lib/text/formats/kernel/format-names";
import { FORMAT_PARAMS, type FormatParam, paramFromText } from "@/lib/text/formats/kernel/params";
import { urls } from "@/lib/urls";
import { int32, jsonInForms, withChoices } from "../fields";
import type { OwnWord } from "../own-words";
import { wirePath } from "../wire-names";
import { categoryLinkOrNone } from "./links";

/** What a client says of a component, and what the domain takes; the contract 4.6 and 10.1. */

/** A language as its code, or as an object that has one. */
const languageCode = z
  .union([z.string().max(50), z.object({ code: z.string().max(50) })])
  .transform((given) => (typeof given === "string" ? given : given.code).trim());

/** Only for new components, and only as parts of a form. */
const refused = z
  .unknown()
  .refine((value) => value === undefined, { error: "apiNotAllowed" satisfies OwnWord })
  .optional();

const anyOf = ({ allowed }: FormatParam): string => {
  if (allowed.kind === "choice") return allowed.choices.map(([value]) => JSON.stringify(value)).join(", ");
  return allowed.kind === "whole" ? `${allowed.least} to ${allowed.most}` : "a name";
};

/** What can be set, as Markdown. */
const PARAMS = [
  "Replaces all parameters. Parameters of other formats are accepted; unknown parameters are rejected.",
  "",
  ...FORMAT_PARAMS.map((param) => {
    const formats = param.formats === "lines" ? "all lines of text" : param.formats.join(", ");
    return `- \`${param.name}\` (${formats}): ${anyOf(param)}; default ${JSON.stringify(param.standard)}. ${param.about}`;
  }),
].join("\n");

const text = (max: number) => z.string().max(max);

const FORMATS = Object.fromEntries(knownFormats);
const VCS = Object.fromEntries(VCS_DRIVERS.map(({ id, name }) => [id, name]));
const NEW_LANG = {
  add: "Contributors can add languages",
  contact: "Contributors must ask for languages",
  url: "Link to instructions",
  none: "No new languages",
};
const CLASH_RULE = {
  theirs: "Upstream’s text stands",
  ours: "Loquat’s text stands",
  ask: "Upstream’s text stands until a person has decided",
} satisfies Record<ClashRule, string>;
const MERGE_STYLE = { rebase: "Rebase", merge: "Merge", merge_noff: "Merge without fast-forward" };
const PRIORITY = { 60: "Very high", 80: "High", 100: "Medium", 120: "Low", 140: "Very low" };

const Settings = z.object({
  vcs: withChoices(text(50), VCS).optional(),
  push: text(300).optional(),
  branch: text(200).optional(),
  push_branch: text(200).optional(),
  git_export: text(220).optional(),
  screenshot_filemask: text(400).optional(),
  template: text(400).optional(),
  edit_template: z.boolean().optional(),
  intermediate: text(400).optional(),
  new_base: text(400).optional(),
  file_format_params: z
    .record(z.string(), z.unknown())
    .describe(PARAMS)
    .transform((given) =>
      Object.fromEntries(Object.entries(given).map(([name, at]) => [name, paramFromText(name, at)])),
    )
    .optional(),
  source_language: languageCode.optional(),
  category: categoryLinkOrNone.optional(),
  license: text(150).optional(),
  agreement: text(100_000).optional(),
  new_lang: withChoices(text(20), NEW_LANG).optional(),
  language_code_style: text(30).optional(),
  check_flags: text(10_000).optional(),
  priority: withChoices(int32, PRIORITY).optional(),
  enforced_checks: jsonInForms(z.array(text(100)).max(200)).optional(),
  restricted: z.boolean().optional(),
  repoweb: text(1000).optional(),
  report_source_bugs: text(190).optional(),
  merge_style: withChoices(text(20), MERGE_STYLE).optional(),
  clash_rule: withChoices(text(20), CLASH_RULE).optional(),
  commit_message: text(10_000).optional(),
  add_message: text(10_000).optional(),
  delete_message: text(10_000).optional(),
  merge_message: text(10_000).optional(),
  addon_message: text(10_000).optional(),
  pull_message: text(10_000).optional(),
  allow_translation_propagation: z.boolean().optional(),
  manage_units: z.boolean().optional(),
  enable_suggestions: z.boolean().optional(),
  suggestion_voting: z.boolean().optional(),
  suggestion_autoaccept: int32.optional(),
  push_on_commit: z.boolean().optional(),
  commit_pending_age: int32.optional(),
  auto_lock_error: z.boolean().optional(),
  auto_merge: z.boolean().optional(),
  language_regex: text(500).optional(),
  preferred_files: z.array(text(1000)).max(200).optional(),
  key_filter: text(500).optional(),
  variant_regex: text(190).optional(),
  secondary_language: int32
    .nullable()
    .optional()
    .describe("ID of the language that is shown next to the source; null for that of the project."),
  is_glossary: z.boolean().optional(),
  glossary_color: text(30).optional(),
});

/** Settings that many components can be given at once. */
export const SharedSettings = Settings.pick({
  ...({ new_lang: true, language_code_style: true, priority: true, enable_suggestions: true } as const),
  ...({ suggestion_voting: true, suggestion_autoaccept: true, allow_translation_propagation: true } as const),
  ...({ manage_units: true, edit_template: true, clash_rule: true, check_flags: true, enforced_checks: true } as const),
  ...({ license: true, agreement: true, report_source_bugs: true, repoweb: true, merge_style: true } as const),
  ...({ push_on_commit: true, commit_pending_age: true, auto_lock_error: true, commit_message: true } as const),
  ...({
    add_message: true,
    delete_message: true,
    merge_message: true,
    addon_message: true,
    pull_message: true,
  } as const),
});

const uploaded = z.instanceof(Blob, { error: "Send the file as a part of a multipart form." });

export const NewComponent = Settings.extend({
  name: text(100).min(1),
  slug: text(100).min(1),
  repo: text(300).optional().describe("Required, except for uploads and copies."),
  filemask: text(400)
    .optional()
    .describe(
      "Required, except for documents and copies. For a single file with all languages: its path followed by /*.",
    ),
  file_format: withChoices(text(50), FORMATS).optional().describe("Required, except for copies."),
  disable_autoshare: z.boolean().optional(),
  zipfile: uploaded.optional().describe("ZIP archive with the initial files; a part of a multipart form."),
  docfile: uploaded.optional().describe("One file in the source language; a part of a multipart form."),
  from_component: z
    .string()
    .max(500)
    .optional()
    .describe("ID or path (project/component) of a component whose settings and files are copied."),
});

export const ComponentChange = NewComponent.extend({
  repo: text(300).min(1),
  filemask: text(400).min(1),
  file_format: text(50).min(1),
})
  .omit({ disable_autoshare: true })
  .partial()
  .extend({
    inherited: jsonInForms(z.array(text(100)).max(100))
      .optional()
      .describe(
        "Settings that follow the category, the project or the installation; all others are the component's own.",
      ),
  })
  .extend({ docfile: refused, zipfile: refused, from_component: refused });

/** Names that are not the wire's in camel case. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  category: "categoryId",
  secondary_language: "secondaryLanguageId",
  allow_translation_propagation: "allowPropagation",
};

/** Names of the domain for those of the API. */
export function translate(body: object): Record<string, unknown> {
  const entries = Object.entries(body).map(([name, value]) => [
    OTHER_NAMES[name] ?? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(entries);
}

/** Settings of the domain as the body of a request that makes a component. */
export function presentNewComponent(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = new Map(Object.entries(OTHER_NAMES).map(([wire, name]) => [name, wire]));
  const entries = Object.entries(settings).map(([name, value]) => [
    names.get(name) ?? wirePath(name),
    name === "categoryId" ? urls.category(Number(value)).api : value,
  ]);
  return Object.fromEntries(entries);
}

/** A new component as the domain takes it, and where its files come from. */
export async function readNewComponent(body: z.output<typeof NewComponent>): Promise<{
  input: Partial<DomainInput> & Pick<DomainInput, "name" | "slug">;
  origin: Origin;
}> {
  const { zipfile, docfile, from_component, ...fields } = body;
  const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());
  return {
    input: translate(fields) as Partial<DomainInput> & Pick<DomainInput, "name" | "slug">,
    origin: {
      ...(zipfile ? { archive: await bytesOf(zipfile) } : {}),
      ...(docfile
        ? { document: { name: docfile instanceof File ? docfile.name : "", bytes: await bytesOf(docfile) } }
        : {}),
      ...(from_component ? { component: from_component } : {}),
    },
  };
}

/**
 * A change of a component as the domain takes it.
 * @param replace true for PUT, where a missing category means none
 */
export function readComponentChange(body: z.output<typeof ComponentChange>, replace: boolean): Partial<DomainInput> {
  const change = translate(body) as Partial<DomainInput>;
  if (change.inherited)
    change.inherited = change.inherited.map((name) => Object.keys(translate({ [name]: 0 }))[0] ?? name);
  return replace && change.categoryId === undefined ? { ...change, categoryId: null } : change;
}
