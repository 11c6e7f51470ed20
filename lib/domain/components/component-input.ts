import { isDeepStrictEqual } from "node:util";
import spdxLicences from "spdx-license-ids/index.json" with { type: "json" };
import { repositoryProblem } from "@/lib/platform/outside/admission";
import { findDriver, VCS_DRIVERS } from "@/lib/platform/vcs/registry";
import { accountProblem } from "@/lib/text/addresses";
import { CHECK_IDS } from "@/lib/text/checks/ids";
import { CLASH_RULES, type ClashRule } from "@/lib/text/codes";
import { compilePattern } from "@/lib/text/flags/pattern";
import { validateFlags } from "@/lib/text/flags/validate";
import { catalogueFormat, namedCatalogueOf } from "@/lib/text/formats/catalogue";
import { matchFilemask, validateMaskPath, validateRepositoryPath } from "@/lib/text/formats/kernel/filemask";
import { paramProblem } from "@/lib/text/formats/kernel/params";
import { findFormat, formatRefusal } from "@/lib/text/formats/registry";
import { isLanguageCodeStyle } from "@/lib/text/languages/styles";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { compileTemplate } from "@/lib/text/templates/template";
import { TEMPLATE_VARIABLES, type TemplateKind } from "@/lib/text/templates/variables";
import type { FieldError } from "../errors";
import { type Sentence, worded } from "../errors";
import { MASK } from "../secrets";
import { isBranchName } from "./internal/branch-name";

/** What can be said of a component when it is made or changed; the contract 4.6. */
export interface NewComponent {
  name: string;
  slug: string;
  repo: string;
  filemask: string;
  fileFormat: string;
  vcs?: string;
  branch?: string;
  push?: string;
  pushBranch?: string;
  template?: string;
  newBase?: string;
  intermediate?: string;
  editTemplate?: boolean;
  screenshotFilemask?: string;
  fileFormatParams?: Record<string, unknown>;
  sourceLanguage?: string;
  categoryId?: number | null;
  license?: string;
  agreement?: string;
  newLang?: string;
  languageCodeStyle?: string;
  checkFlags?: string;
  priority?: number;
  enforcedChecks?: string[];
  restricted?: boolean;
  repoweb?: string;
  gitExport?: string;
  reportSourceBugs?: string;
  mergeStyle?: string;
  clashRule?: ClashRule;
  commitMessage?: string;
  addMessage?: string;
  deleteMessage?: string;
  mergeMessage?: string;
  addonMessage?: string;
  pullMessage?: string;
  allowPropagation?: boolean;
  manageUnits?: boolean;
  enableSuggestions?: boolean;
  suggestionVoting?: boolean;
  suggestionAutoaccept?: number;
  pushOnCommit?: boolean;
  commitPendingAge?: number;
  autoLockError?: boolean;
  /** Whether the code host is to merge our requests as soon as its rules allow. */
  autoMerge?: boolean;
  languageRegex?: string;
  /** Of several files of one language those that are used. */
  preferredFiles?: string[];
  keyFilter?: string;
  variantRegex?: string;
  /** Language shown beside the source; without one that of the project. */
  secondaryLanguageId?: number | null;
  isGlossary?: boolean;
  glossaryColor?: string;
  /** Names of the settings that follow what is above the component. */
  inherited?: string[];
  /** Creation only: clone anew even when the project has a component on the same repository. */
  disableAutoshare?: boolean;
}

export const COLOURS = [
  "navy",
  "blue",
  "aqua",
  "teal",
  "olive",
  "green",
  "lime",
  "yellow",
  "orange",
  "red",
  "maroon",
  "fuchsia",
  "purple",
  "black",
  "gray",
  "silver",
] as const;

export const NEW_LANG = ["add", "contact", "url", "none"] as const;
export const MERGE_STYLES = ["rebase", "merge", "merge_noff"] as const;
export const PRIORITIES = [60, 80, 100, 120, 140] as const;

class Problems {
  readonly list: FieldError[] = [];

  add(path: string, why: Sentence, code = "invalid"): void {
    this.list.push({ path, code, ...worded(why) });
  }

  choice(path: string, value: string | number | undefined, choices: readonly (string | number)[]): void {
    if (value !== undefined && !choices.includes(value))
      this.add(
        path,
        refusal("notValidChoiceChoose", { value, choices: choices.filter((one) => one !== "").join(", ") }),
        "invalid_choice",
      );
  }

  length(path: string, value: string | undefined, max: number): void {
    if (value !== undefined && value.length > max)
      this.add(path, refusal("atMostCharacters", { most: max }), "max_length");
  }
}

/**
 * What is wrong with the fields as such, without looking at the repository.
 * @param stored parameters of the format that are there already; as they are, they can stay
 * @param projectId the project that it is for
 */
export function inputProblems(
  input: Partial<NewComponent>,
  stored: Readonly<Record<string, unknown>> = {},
  projectId?: number,
): FieldError[] {
  const problems = new Problems();
  names(problems, input);
  addresses(problems, input, projectId);
  files(problems, input, stored);
  choices(problems, input);
  texts(problems, input);
  return problems.list;
}

/**
 * Whether languages can be added in the way that a component names: where those who want one are pointed to instructions,
 * there must be some, and where each one is added, there must be a file to begin with.
 */
export function languageHelp(
  { newLang, fileFormat = "", filemask = "", template, newBase }: Partial<NewComponent>,
  project: { instructions: string },
): FieldError[] {
  const problems = new Problems();
  if (newLang === "url" && !project.instructions.trim()) problems.add("newLang", refusal("projectNoInstructions"));
  const format = findFormat(fileFormat);
  const begins = template || newBase || namedCatalogueOf({ fileFormat, filemask }) !== undefined;
  if (newLang === "add" && format && !format.startsWithoutTemplate && !begins)
    for (const field of ["newBase", "newLang"])
      problems.add(field, refusal("addingNeedsBase", { format: format.name }));
  return problems.list;
}

function names(problems: Problems, input: Partial<NewComponent>): void {
  if (input.name !== undefined && !input.name.trim()) problems.add("name", refusal("enterNameComponent"), "blank");
  problems.length("name", input.name, 100);
  if (input.slug !== undefined && (!/^[A-Za-z0-9_-]{1,100}$/.test(input.slug) || input.slug === "-"))
    problems.add("slug", refusal("useOnlyLetters"));
}

const typedProblem = (address: string): Refusal | undefined =>
  address.includes(MASK) ? refusal("addressMask", { mask: MASK }) : accountProblem(address);

function addresses(problems: Problems, input: Partial<NewComponent>, projectId: number | undefined): void {
  problems.choice(
    "vcs",
    input.vcs,
    VCS_DRIVERS.map((driver) => driver.id),
  );
  const driver = findDriver(input.vcs ?? "git");
  const internal = input.repo !== undefined && /^(internal|weblate):\/\//i.test(input.repo);
  if (input.repo !== undefined && driver?.hasRemote && !internal) {
    const problem = repositoryProblem(input.repo, projectId) ?? typedProblem(input.repo);
    if (problem) problems.add("repo", problem);
  }
  if (input.repo === "local:" && driver?.hasRemote) problems.add("vcs", refusal("addressLocalOnly"));
  if (input.push) {
    const problem = repositoryProblem(input.push, projectId) ?? typedProblem(input.push);
    if (problem) problems.add("push", problem);
    if (driver && !driver.hasRemote) problems.add("push", refusal("componentWithoutRemote"));
  }
  for (const [path, value] of [
    ["branch", input.branch],
    ["pushBranch", input.pushBranch],
  ] as const) {
    problems.length(path, value, 200);
    if (value && !isBranchName(value)) problems.add(path, refusal("notValidBranch"));
  }
  for (const path of ["repo", "push"] as const)
    if (driver?.rebuilds && /^git:/i.test(input[path] ?? "")) problems.add(path, refusal("onlyGitSpeaks"));
  for (const path of ["repo", "push"] as const)
    if (driver && driver.id !== "subversion" && /^svn:/i.test(input[path] ?? ""))
      problems.add(path, refusal("onlySubversionSpeaks"));
  if (input.pushBranch && driver?.rebuilds)
    problems.add("pushBranch", refusal("pushesBranchFetched", { driver: driver.name }));
  if (internal)
    for (const [path, value] of [
      ["push", input.push],
      ["branch", input.branch],
      ["pushBranch", input.pushBranch],
    ] as const)
      if (value) problems.add(path, refusal("leaveEmptySet"));
}

function files(problems: Problems, input: Partial<NewComponent>, stored: Readonly<Record<string, unknown>>): void {
  if (input.filemask !== undefined) {
    const problem = validateMaskPath(input.filemask);
    if (problem) problems.add("filemask", withCatalogueHint(problem, input.fileFormat, input.filemask));
  }
  for (const [path, value] of [
    ["template", input.template],
    ["newBase", input.newBase],
    ["intermediate", input.intermediate],
  ] as const) {
    const problem = value ? validateRepositoryPath(value) : undefined;
    if (problem) problems.add(path, problem);
  }
  if (input.screenshotFilemask) {
    const problem = validateMaskPath(input.screenshotFilemask);
    if (problem) problems.add("screenshotFilemask", problem);
  }
  if (input.fileFormat !== undefined) formatProblems(problems, input, stored);
  if (input.fileFormat !== undefined && input.filemask !== undefined) catalogueProblems(problems, input);
  if (input.keyFilter && !input.template) problems.add("keyFilter", refusal("keyFilterBase"));
  if (input.intermediate && !input.template) problems.add("intermediate", refusal("intermediateFileRequires"));
  if (input.intermediate && input.intermediate === input.template)
    problems.add("intermediate", refusal("alreadyBaseFile"));
  // What the intermediate file is for: somebody writes the base file here.
  if (input.intermediate && input.editTemplate === false)
    for (const path of ["intermediate", "editTemplate"]) problems.add(path, refusal("intermediateNotEdited"));
}

/** How the mask of one file with several languages is written, for whoever gave its path. */
function withCatalogueHint(problem: Refusal, fileFormat: string | undefined, filemask: string): Refusal {
  if (filemask === "" || filemask.includes("*") || !catalogueFormat(fileFormat ?? "")) return problem;
  return refusal("maskOfSeveral", { problem, filemask });
}

/** A file with several languages is no base file: one of its languages is. */
function catalogueProblems(problems: Problems, input: Partial<NewComponent>): void {
  const { fileFormat = "", filemask = "", template, newBase, sourceLanguage = "en" } = input;
  const catalogue = namedCatalogueOf({ fileFormat, filemask });
  for (const [path, value] of [
    ["template", template],
    ["newBase", newBase],
  ] as const)
    if (catalogue !== undefined && value === catalogue)
      problems.add(path, refusal("containsSeveralLanguages", { catalogue, sourceLanguage }));
}

/** One problem more would help nobody. */
const MOST_PARAM_PROBLEMS = 20;

function paramProblems(
  { fileFormat = "", fileFormatParams = {} }: Partial<NewComponent>,
  stored: Readonly<Record<string, unknown>>,
): Refusal[] {
  const found: Refusal[] = [];
  for (const [name, value] of Object.entries(fileFormatParams)) {
    if (Object.hasOwn(stored, name) && isDeepStrictEqual(stored[name], value)) continue;
    const problem = paramProblem(name, value, fileFormat);
    if (problem && found.push(problem) >= MOST_PARAM_PROBLEMS) break;
  }
  return found;
}

function formatProblems(
  problems: Problems,
  input: Partial<NewComponent>,
  stored: Readonly<Record<string, unknown>>,
): void {
  const reason = formatRefusal(input.fileFormat ?? "");
  if (reason) {
    problems.add("fileFormat", reason, "invalid_choice");
    return;
  }
  for (const problem of paramProblems(input, stored)) problems.add("fileFormatParams", problem, "invalid_choice");
  const format = findFormat(input.fileFormat ?? "");
  if (!format || input.template === undefined) return;
  if (format.kind === "bilingual" && input.template)
    problems.add("template", refusal("filesContainBoth", { format: format.name }));
  if (format.kind === "monolingual" && !input.template)
    problems.add(
      "template",
      format.catalogue
        ? refusal("enterSourceLanguage", { filemask: (input.filemask ?? "").replace(/\/?\*$/, "") || "…" })
        : refusal("filesContainLanguage", { format: format.name }),
    );
  if (input.template.endsWith(".pot") && (input.filemask ?? "").endsWith(".po"))
    problems.add("template", refusal("potFileTemplate"));
}

const LICENCES: ReadonlySet<string> = new Set(spdxLicences);

/** `proprietary`, a licence of the SPDX list in its current spelling, or one that the list leaves to its users (SPDX 2.3, 10.1). */
const isLicence = (text: string): boolean =>
  text === "proprietary" || LICENCES.has(text) || /^LicenseRef-[A-Za-z0-9.-]{1,130}$/.test(text);

function choices(problems: Problems, input: Partial<NewComponent>): void {
  problems.choice("newLang", input.newLang, NEW_LANG);
  problems.choice("mergeStyle", input.mergeStyle, MERGE_STYLES);
  problems.choice("clashRule", input.clashRule, CLASH_RULES);
  problems.choice("priority", input.priority, PRIORITIES);
  problems.choice("glossaryColor", input.glossaryColor, COLOURS);
  if (input.languageCodeStyle && !isLanguageCodeStyle(input.languageCodeStyle))
    problems.add(
      "languageCodeStyle",
      refusal("unknownLanguageCode", { languageCodeStyle: input.languageCodeStyle }),
      "invalid_choice",
    );
  if (input.license && !isLicence(input.license))
    problems.add("license", refusal("unknownLicence", { licence: input.license.slice(0, 60) }), "invalid_choice");
  if (
    input.commitPendingAge !== undefined &&
    (!Number.isInteger(input.commitPendingAge) || input.commitPendingAge < 0 || input.commitPendingAge > 2160)
  )
    problems.add(
      "commitPendingAge",
      refusal("enterNumberHours"),
      input.commitPendingAge < 0 ? "min_value" : "max_value",
    );
  if (input.suggestionAutoaccept !== undefined) {
    if (input.suggestionAutoaccept === 1) problems.add("suggestionAutoaccept", refusal("chooseAutoaccept"));
    if (input.suggestionAutoaccept < 0) problems.add("suggestionAutoaccept", refusal("chooseZeroOrTwo"), "min_value");
    if (input.suggestionAutoaccept > 1 && input.suggestionVoting === false)
      problems.add("suggestionAutoaccept", refusal("enableVotingAccept"));
  }
  if ((input.preferredFiles ?? []).length > 200) problems.add("preferredFiles", refusal("nameMost200"));
  for (const file of input.preferredFiles ?? [])
    if (input.filemask !== undefined && matchFilemask(input.filemask, file) === undefined)
      problems.add("preferredFiles", refusal("notMatch", { file: file.slice(0, 100), filemask: input.filemask }));
  for (const check of input.enforcedChecks ?? [])
    if (!CHECK_IDS.includes(check))
      problems.add("enforcedChecks", refusal("unknownCheck", { check }), "invalid_choice");
}

function texts(problems: Problems, input: Partial<NewComponent>): void {
  for (const problem of input.checkFlags ? validateFlags(input.checkFlags) : []) problems.add("checkFlags", problem);
  for (const [path, value, max] of [
    ["languageRegex", input.languageRegex, 500],
    ["variantRegex", input.variantRegex, 190],
    ["keyFilter", input.keyFilter, 500],
  ] as const) {
    problems.length(path, value, max);
    const compiled = value ? compilePattern(value) : undefined;
    if (compiled && "problem" in compiled) problems.add(path, compiled.problem);
    else if (path === "variantRegex" && compiled?.found("")) problems.add(path, refusal("expressionMustNot"));
  }
  const templates: [TemplateKind, string | undefined][] = [
    ["commitMessage", input.commitMessage],
    ["addMessage", input.addMessage],
    ["deleteMessage", input.deleteMessage],
    ["mergeMessage", input.mergeMessage],
    ["addonMessage", input.addonMessage],
    ["pullMessage", input.pullMessage],
    ["repoweb", input.repoweb],
  ];
  for (const [path, value] of templates) {
    const compiled = value ? compileTemplate(value, TEMPLATE_VARIABLES[path]) : undefined;
    if (compiled instanceof Error) problems.add(path, compiled.said);
  }
  for (const [path, value] of [
    ["repoweb", input.repoweb],
    ["gitExport", input.gitExport],
  ] as const)
    if (value && !/^https?:\/\/[^\s/]/i.test(value)) problems.add(path, refusal("enterAddressBegins"));
  if (input.reportSourceBugs && !/^[^\s@<>]{1,64}@[^\s@<>]{1,125}$/.test(input.reportSourceBugs))
    problems.add("reportSourceBugs", refusal("notMailAddress"));
}
