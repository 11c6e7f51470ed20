import type { Endpoint } from "./endpoint";
import * as addonDeliveries from "./resources/addon-deliveries";
import * as addons from "./resources/addons";
import * as agreement from "./resources/agreement";
import * as alerts from "./resources/alerts";
import * as announcements from "./resources/announcements";
import * as autoTranslate from "./resources/auto-translate";
import * as bulkEdits from "./resources/bulk-edits";
import * as categories from "./resources/categories";
import * as changes from "./resources/changes";
import * as clashes from "./resources/clashes";
import * as codeHosts from "./resources/code-hosts";
import * as componentDefaults from "./resources/component-defaults";
import * as componentLinks from "./resources/component-links";
import * as componentLists from "./resources/component-lists";
import * as componentSettings from "./resources/component-settings";
import * as components from "./resources/components";
import * as credits from "./resources/credits";
import * as editor from "./resources/editor";
import * as exported from "./resources/exports";
import * as files from "./resources/files";
import * as fonts from "./resources/fonts";
import * as git from "./resources/git";
import * as glossary from "./resources/glossary";
import * as groups from "./resources/groups";
import * as hooks from "./resources/hooks";
import * as httpAccounts from "./resources/http-accounts";
import * as invitations from "./resources/invitations";
import * as labels from "./resources/labels";
import * as languages from "./resources/languages";
import * as lock from "./resources/lock";
import * as lost from "./resources/lost";
import * as machinery from "./resources/machinery";
import * as memory from "./resources/memory";
import * as memoryFile from "./resources/memory-file";
import * as metrics from "./resources/metrics";
import * as notices from "./resources/notices";
import * as ocr from "./resources/ocr";
import * as operations from "./resources/operations";
import * as palette from "./resources/palette";
import * as projectPeople from "./resources/project-people";
import * as projects from "./resources/projects";
import * as pseudonyms from "./resources/pseudonyms";
import * as published from "./resources/published";
import * as reports from "./resources/reports";
import * as repository from "./resources/repository";
import * as roles from "./resources/roles";
import * as root from "./resources/root";
import * as savedSearches from "./resources/saved-searches";
import * as screenshots from "./resources/screenshots";
import * as search from "./resources/search";
import * as shareCards from "./resources/share-cards";
import * as sourceEdits from "./resources/source-edits";
import * as ssh from "./resources/ssh";
import * as subscriptions from "./resources/subscriptions";
import * as tables from "./resources/tables";
import * as tasks from "./resources/tasks";
import * as translations from "./resources/translations";
import * as unitChecks from "./resources/unit-checks";
import * as unitTalk from "./resources/unit-discussion";
import * as unitPropagation from "./resources/unit-propagation";
import * as units from "./resources/units";
import * as users from "./resources/users";
import * as widgets from "./resources/widgets";
import * as workflows from "./resources/workflows";

/** All resources, in the order of the reference. A new one is listed here and nowhere else. */
const RESOURCES: readonly object[] = [
  root,
  projects,
  projectPeople,
  components,
  translations,
  autoTranslate,
  bulkEdits,
  componentDefaults,
  componentSettings,
  units,
  unitChecks,
  unitPropagation,
  clashes,
  sourceEdits,
  credits,
  files,
  languages,
  workflows,
  changes,
  repository,
  notices,
  operations,
  lock,
  tasks,
  users,
  savedSearches,
  subscriptions,
  roles,
  groups,
  agreement,
  alerts,
  announcements,
  categories,
  componentLinks,
  componentLists,
  labels,
  fonts,
  unitTalk,
  glossary,
  lost,
  machinery,
  memory,
  metrics,
  screenshots,
  search,
  addons,
  addonDeliveries,
  ssh,
  codeHosts,
  httpAccounts,
  invitations,
  hooks,
  exported,
  reports,
  widgets,
  shareCards,
  git,
  pseudonyms,
  published,
];

/** Every contract with the outside. */
export function allContracts(): Endpoint[] {
  return contractsIn(RESOURCES);
}

function isContract(value: unknown): value is Endpoint {
  const it = value as Partial<Endpoint> | null;
  return (
    typeof it === "object" &&
    it !== null &&
    typeof it.path === "string" &&
    typeof it.method === "string" &&
    "params" in it
  );
}

/** Contracts of our own pages: they stand in no document, and may change at any time. */
export function privateContracts(): Endpoint[] {
  return contractsIn([editor, memoryFile, ocr, palette, tables]);
}

const contractsIn = (resources: readonly object[]): Endpoint[] =>
  resources.flatMap((resource) => Object.values(resource).filter(isContract));
