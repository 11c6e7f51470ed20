import { findPattern } from "@/lib/text/flags/pattern";
import { matchFilemask } from "@/lib/text/formats/kernel/filemask";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { compilePathPattern } from "@/lib/text/path-pattern";
import { slugify } from "@/lib/text/slug";
import { compileTemplate, render } from "@/lib/text/templates/template";
import { Failed } from "../../errors";
import type { Sibling, SiblingDraft } from "../addon";

/** Which components a pattern finds among the paths of a repository. */

export interface DiscoverySettings {
  match: string;
  file_format: string;
  name_template: string;
  base_file_template: string;
  new_base_template: string;
  intermediate_template: string;
  language_regex: string;
  remove: boolean;
}

export interface DiscoveryPlan {
  create: (SiblingDraft & { languages: string[] })[];
  /** Components whose files are gone. */
  remove: Sibling[];
  /** What fits the pattern and still makes no component, with the reason. */
  skipped: Refusal[];
}

/** How many components one run may want. */
export const MOST_COMPONENTS = 500;

interface Found {
  mask: string;
  groups: Record<string, string>;
  languages: Set<string>;
}

/**
 * What is to be made and removed. The base file itself is no translation; a pattern that fits nothing at all removes
 * nothing, because it is more likely wrong than the repository empty.
 */
export function planDiscovery(
  settings: DiscoverySettings,
  paths: readonly string[],
  siblings: readonly Sibling[],
): DiscoveryPlan {
  const present = new Set(paths);
  const found = findMasks(settings, paths);
  const masks = new Set(siblings.map((sibling) => sibling.filemask));
  const plan: DiscoveryPlan = { create: [], remove: [], skipped: [] };
  for (const one of [...found.values()].sort((a, b) => (a.mask < b.mask ? -1 : 1))) {
    if (masks.has(one.mask)) continue;
    const wanted = wantedOf(settings, one);
    const missing = [wanted.template, wanted.newBase, wanted.intermediate].find((path) => path && !present.has(path));
    if (missing) plan.skipped.push(refusal("planMissing", { mask: one.mask, path: missing }));
    else if (!wanted.slug || !wanted.name) plan.skipped.push(refusal("planUnnamed", { mask: one.mask }));
    else plan.create.push({ ...wanted, languages: [...one.languages].sort() });
  }
  if (settings.remove && found.size > 0) {
    const pattern = compilePathPattern(settings.match);
    plan.remove = siblings.filter(
      (sibling) =>
        !sibling.owner &&
        !("problem" in pattern) &&
        pattern.match(sibling.filemask.replaceAll("*", "cs")) !== undefined &&
        !paths.some((path) => matchFilemask(sibling.filemask, path) !== undefined),
    );
  }
  return plan;
}

/** Components by file mask. @throws Error for a pattern that is none */
function findMasks(settings: DiscoverySettings, paths: readonly string[]): Map<string, Found> {
  const pattern = compilePathPattern(settings.match);
  if ("problem" in pattern) throw new Failed(pattern.problem);
  const allowed = findPattern(settings.language_regex);
  const found = new Map<string, Found>();
  for (const path of paths) {
    const match = path.length > 400 ? undefined : pattern.match(path);
    const language = match?.groups.language;
    if (!match || !language || !match.groups.component) continue;
    if (allowed && !allowed.found(language)) continue;
    const mask = maskOf(path, match.spans);
    const known = found.get(mask);
    if (known) known.languages.add(language);
    else if (found.size < MOST_COMPONENTS)
      found.set(mask, { mask, groups: match.groups, languages: new Set([language]) });
  }
  return found;
}

/** The path with a star in each place of the language. */
function maskOf(path: string, spans: readonly { name: string; start: number; end: number }[]): string {
  let mask = "";
  let at = 0;
  for (const span of spans) {
    if (span.name !== "language" || span.start < at) continue;
    mask += `${path.slice(at, span.start)}*`;
    at = span.end;
  }
  return mask + path.slice(at);
}

function fill(template: string, groups: Record<string, string>): string {
  const compiled = compileTemplate(template, new Set(Object.keys(groups)));
  if (compiled instanceof Error) throw new Failed(compiled.said);
  return render(compiled, groups).trim();
}

function wantedOf(settings: DiscoverySettings, { mask, groups }: Found): SiblingDraft {
  const name = fill(settings.name_template, groups).slice(0, 100);
  return {
    name,
    slug: slugify(name).slice(0, 100),
    filemask: mask,
    fileFormat: settings.file_format,
    template: fill(settings.base_file_template, groups),
    newBase: fill(settings.new_base_template, groups),
    intermediate: fill(settings.intermediate_template, groups),
    languageRegex: settings.language_regex,
  };
}

/** Why settings cannot be used, by field. */
export function discoveryProblems(settings: DiscoverySettings): { field: string; said: Refusal }[] {
  const pattern = compilePathPattern(settings.match);
  if ("problem" in pattern) return [{ field: "match", said: pattern.problem }];
  const lacking = ["language", "component"].filter((name) => !pattern.names.includes(name));
  if (lacking.length > 0)
    return [{ field: "match", said: refusal("pathNeedsGroup", { group: `(?P<${lacking[0]}>…)` }) }];
  const problems: { field: string; said: Refusal }[] = [];
  if (!findPattern(settings.language_regex)) problems.push({ field: "language_regex", said: refusal("pathLanguages") });
  const known = new Set(pattern.names);
  for (const field of ["name_template", "base_file_template", "new_base_template", "intermediate_template"] as const) {
    const compiled = compileTemplate(settings[field], known);
    if (compiled instanceof Error) problems.push({ field, said: compiled.said });
  }
  return problems;
}

/**
 * Settings that find files like those of a component: the last part of the path that tells components apart is taken for
 * their names. Undefined settings stay what they are by default.
 */
export function suggestDiscovery({
  filemask,
  template,
  newBase,
  fileFormat,
}: {
  filemask: string;
  template: string;
  newBase: string;
  fileFormat: string;
}): Readonly<Record<string, string>> {
  if (filemask.split("*").length !== 2) return { file_format: fileFormat };
  const parts = filemask.split("/");
  const file = parts.at(-1) ?? "";
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // In `locale/*/app.json` the file names the component; in `app/locale/*.json` a folder does.
  const byFile = !file.includes("*");
  const at = byFile
    ? parts.length - 1
    : parts.findLastIndex((part, index) => index < parts.length - 1 && !part.includes("*"));
  const name = byFile ? file.replace(/\.[^.]*$/, "") : (parts[at] ?? "");
  if (at < 0 || name === "") return { file_format: fileFormat };
  const pattern = parts.map((part, index) =>
    index === at
      ? `(?P<component>[^/${byFile ? "." : ""}]*)${literal(part.slice(name.length))}`
      : part.split("*").map(literal).join("(?P<language>[^/.]*)"),
  );
  const fill = (path: string) =>
    path
      .split("/")
      .map((part, index) =>
        index === at && part.startsWith(name) ? `{{ component }}${part.slice(name.length)}` : part,
      )
      .join("/");
  return {
    match: pattern.join("/"),
    file_format: fileFormat,
    ...(template ? { base_file_template: fill(template) } : {}),
    ...(newBase ? { new_base_template: fill(newBase) } : {}),
  };
}
