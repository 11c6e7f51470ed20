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
  commitMessage: new Set([...EVERYWHERE, ...OF_A_FILE]),
  addMessage: new Set([...EVERYWHERE, ...OF_A_FILE]),
  deleteMessage: new Set([...EVERYWHERE, ...OF_A_FILE]),
  mergeMessage: new Set(EVERYWHERE),
  addonMessage: new Set([...EVERYWHERE, ...OF_AN_ADDON]),
  pullMessage: new Set([...EVERYWHERE, ...OF_AN_ADDON]),
  repoweb: new Set([...EVERYWHERE, "branch", "filename", "line", "component"]),
} as const satisfies Record<string, ReadonlySet<string>>;

export type TemplateKind = keyof typeof TEMPLATE_VARIABLES;
