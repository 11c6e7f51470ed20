/** Which variables each template of the service may use. */

const EVERYWHERE = [
  "component_name",
  "component_slug",
  "component_remote_branch",
  "component_linked_childs",
  "project_name",
  "project_slug",
  "url",
  "widget_url",
  "site_title",
  "site_url",
];
const OF_A_FILE = ["language_code", "language_name", "filename", "stats.*", "author"];
const OF_AN_ADDON = ["addon_name", "hook_name"];

/** Variables by template, as `compileTemplate` takes them. */
export const TEMPLATE_VARIABLES = {
  commit_message: new Set([...EVERYWHERE, ...OF_A_FILE]),
  add_message: new Set([...EVERYWHERE, ...OF_A_FILE]),
  delete_message: new Set([...EVERYWHERE, ...OF_A_FILE]),
  merge_message: new Set(EVERYWHERE),
  addon_message: new Set([...EVERYWHERE, ...OF_AN_ADDON]),
  pull_message: new Set([...EVERYWHERE, ...OF_AN_ADDON]),
  repoweb: new Set([...EVERYWHERE, "branch", "filename", "line", "component"]),
} as const satisfies Record<string, ReadonlySet<string>>;

export type TemplateKind = keyof typeof TEMPLATE_VARIABLES;
