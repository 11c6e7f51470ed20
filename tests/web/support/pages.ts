/** The pages under `app/(web)`, by their folders, and the addresses at which tests open them. */

/** What stands in the addresses: slugs of a project with the component `app`, and ids. */
export interface Places {
  project: string;
  /** A list of components. */
  list: string;
  task: string;
  change: number;
  addon: number;
  screenshot: number;
  /** A Czech string of the component. */
  unit: number;
}

type Addresses = Readonly<Record<string, (places: Places) => readonly string[]>>;

/** As the administrator sees them. */
export const PAGES: Addresses = {
  "": () => ["/"],
  "access/[project]": ({ project }) => [
    `/access/${project}/`,
    ...["teams", "matrix", "invitations", "requests", "blocked", "tokens"].map(
      (tab) => `/access/${project}/?tab=${tab}`,
    ),
    `/access/${project}/?person=ada`,
  ],
  "add-string/[...path]": ({ project }) => [`/add-string/${project}/app/cs/`, `/add-string/${project}/app/en/`],
  about: () => ["/about/"],
  contact: () => ["/contact/"],
  keys: () => ["/keys/"],
  stats: () => ["/stats/"],
  "accounts/logout": () => ["/accounts/logout/"],
  "accounts/notices": () => ["/accounts/notices/", "/accounts/notices/?done=1"],
  "accounts/tasks": () => ["/accounts/tasks/"],
  "accounts/remove": () => ["/accounts/remove/"],
  "accounts/profile": () => [
    "/accounts/profile/",
    ...["languages", "editor", "notices", "tokens", "security", "devices", "password"].map(
      (tab) => `/accounts/profile/?tab=${tab}`,
    ),
  ],
  "addon/[id]": ({ addon }) => [`/addon/${addon}/`],
  "addon/[id]/deliveries": ({ addon }) => [`/addon/${addon}/deliveries/`, `/addon/${addon}/deliveries/?state=failed`],
  "addons/[...path]": ({ project }) => [
    `/addons/${project}/`,
    `/addons/${project}/?install=weblate.autotranslate.autotranslate`,
    `/addons/${project}/?install=weblate.fedora_messaging.publish`,
    `/addons/${project}/app/`,
  ],
  "agreement/[...path]": ({ project }) => [`/agreement/${project}/app/`],
  "announcements/[[...path]]": ({ project }) => [
    "/announcements/",
    `/announcements/${project}/`,
    `/announcements/${project}/app/cs/`,
  ],
  alerts: () => ["/alerts/"],
  "alerts/[...path]": ({ project }) => [`/alerts/${project}/app/`, `/alerts/${project}/`],
  "browse/[...path]": ({ project }) => [
    `/browse/${project}/`,
    `/browse/${project}/app/cs/`,
    `/browse/${project}/-/cs/`,
  ],
  "auto-translate/[...path]": ({ project }) => [
    `/auto-translate/${project}/app/`,
    `/auto-translate/${project}/app/cs/`,
  ],
  "bulk-edit/[...path]": ({ project }) => [`/bulk-edit/${project}/`, `/bulk-edit/${project}/app/cs/?act=dismiss`],
  changes: () => ["/changes/", "/changes/?project=none", "/changes/?start_date=2020-01-01&action=content"],
  "changes/browse/[...path]": ({ project }) => [`/changes/browse/${project}/`, `/changes/browse/${project}/app/cs/`],
  "changes/render/[id]": ({ change }) => [`/changes/render/${change}/`],
  "checks/[[...path]]": ({ project }) => [
    "/checks/",
    `/checks/-/${project}/`,
    `/checks/-/${project}/app/cs/`,
    `/checks/end_stop/${project}/app/`,
  ],
  "source-edits/[...path]": ({ project }) => [`/source-edits/${project}/app/`],
  "clashes/[...path]": ({ project }) => [
    `/clashes/${project}/`,
    `/clashes/${project}/-/cs/`,
    `/clashes/${project}/app/`,
    `/clashes/${project}/app/?status=decided`,
    `/clashes/${project}/app/cs/`,
  ],
  "comments/[[...path]]": ({ project }) => [
    "/comments/",
    `/comments/${project}/`,
    `/comments/${project}/-/cs/`,
    `/comments/${project}/app/cs/?show=resolved&about=report`,
  ],
  "component-defaults/[...path]": ({ project }) => [`/component-defaults/${project}/`],
  "component-settings/[...path]": ({ project }) => [
    `/component-settings/${project}/`,
    `/component-settings/${project}/?copy_from=${project}%2Fapp`,
  ],
  "create/category": ({ project }) => [`/create/category/?place=${project}`],
  "create/component": ({ project }) => [`/create/component/?project=${project}`],
  "create/component/copy": ({ project }) => [`/create/component/copy/?project=${project}`],
  "create/component/scratch": ({ project }) => [`/create/component/scratch/?project=${project}`],
  "create/component/zip": ({ project }) => [`/create/component/zip/?project=${project}`],
  "create/component/upload": ({ project }) => [`/create/component/upload/?project=${project}`],
  "create/component/vcs": ({ project }) => [`/create/component/vcs/?project=${project}`],
  "create/component/vcs/import": ({ project }) => [`/create/component/vcs/import/?project=${project}&components=app`],
  "create/project": () => ["/create/project/"],
  "data/[project]": ({ project }) => [`/data/${project}/`],
  "download/[...path]": ({ project }) => [`/download/${project}/`, `/download/${project}/app/cs/`],
  "engage/[...path]": ({ project }) => [`/engage/${project}/`, `/engage/${project}/-/cs/`],
  "insights/[[...path]]": ({ project }) => [
    "/insights/",
    "/insights/language/cs/",
    `/insights/${project}/?weeks=52&rate=0.1&editing=0%2C05`,
    `/insights/${project}/-/cs/`,
    `/insights/${project}/app/`,
    `/insights/${project}/app/cs/`,
  ],
  languages: () => ["/languages/", "/languages/?show=all"],
  "languages/[code]": () => ["/languages/cs/", "/languages/ar/"],
  "lost/[...path]": ({ project }) => [`/lost/${project}/`, `/lost/${project}/app/cs/?loss=removed`],
  "component-list/[slug]": ({ list }) => [`/component-list/${list}/`],
  "component-lists": () => ["/component-lists/"],
  "fonts/[project]": ({ project }) => [`/fonts/${project}/`],
  "labels/[project]": ({ project }) => [`/labels/${project}/`],
  "machinery/[project]": ({ project }) => [`/machinery/${project}/`],
  "sent-requests/[project]": ({ project }) => [`/sent-requests/${project}/`, `/sent-requests/${project}/?unit=1`],
  manage: () => ["/manage/"],
  "manage/announcements": () => ["/manage/announcements/"],
  "manage/appearance": () => ["/manage/appearance/"],
  "manage/backups": () => ["/manage/backups/"],
  "manage/component-defaults": () => ["/manage/component-defaults/"],
  "manage/hooks": () => ["/manage/hooks/", "/manage/hooks/?outcome=unmatched"],
  "manage/languages": () => ["/manage/languages/", "/manage/languages/?kind=used&q=c", "/manage/languages/?add=1"],
  "manage/languages/[code]": () => ["/manage/languages/cs/"],
  "manage/repos": () => ["/manage/repos/"],
  "manage/scim": () => ["/manage/scim/"],
  "manage/settings": () => ["/manage/settings/"],
  "setup/site": () => ["/setup/site/"],
  "setup/start": () => ["/setup/start/"],
  "manage/settings-changes": () => ["/manage/settings-changes/"],
  "manage/tasks": () => ["/manage/tasks/", "/manage/tasks/?state=done"],
  "manage/tokens": () => ["/manage/tokens/", "/manage/tokens/?kind=endless"],
  "manage/users": () => ["/manage/users/", "/manage/users/?kind=bot&order=seen", "/manage/users/?add=1"],
  "manage/users/[username]": () => ["/manage/users/ada/", "/manage/users/ada/?into=none"],
  "manage/machinery": () => ["/manage/machinery/"],
  "manage/memory": () => ["/manage/memory/"],
  "manage/addons": () => ["/manage/addons/", "/manage/addons/?install=weblate.removal.comments"],
  "manage/http": () => ["/manage/http/"],
  "manage/hosts": () => ["/manage/hosts/"],
  "manage/ssh": () => ["/manage/ssh/"],
  "manage/invitations": () => ["/manage/invitations/"],
  "manage/teams": () => ["/manage/teams/", "/manage/teams/?all=1&q=Administration"],
  "manage/roles": () => ["/manage/roles/", "/manage/roles/?role=1"],
  "teams/[id]": () => ["/teams/1/", "/teams/1/?tab=members", "/teams/1/?tab=invitations"],
  memory: () => ["/memory/"],
  "memory/[project]": ({ project }) => [`/memory/${project}/`],
  "new-lang/[...path]": ({ project }) => [`/new-lang/${project}/app/`, `/new-lang/${project}/`],
  "operations/[...path]": ({ project }) => [`/operations/${project}/app/`],
  projects: () => ["/projects/"],
  "projects/[...path]": ({ project }) => [
    `/projects/${project}/`,
    ...["components", "activity", "repository"].map((tab) => `/projects/${project}/?tab=${tab}`),
    `/projects/${project}/-/cs/`,
    `/projects/${project}/app/`,
    `/projects/${project}/app/cs/`,
  ],
  "remove-string/[...path]": ({ project, unit }) => [`/remove-string/${project}/app/cs/?string=${unit}`],
  "replace/[...path]": ({ project }) => [`/replace/${project}/`, `/replace/${project}/app/cs/?q=state%3Atranslated`],
  "remove/[...path]": ({ project }) => [`/remove/${project}/`, `/remove/${project}/app/`, `/remove/${project}/app/cs/`],
  "repository/[...path]": ({ project }) => [`/repository/${project}/`, `/repository/${project}/app/`],
  "screenshot/[id]": ({ screenshot }) => [`/screenshot/${screenshot}/`, `/screenshot/${screenshot}/?q=Open`],
  "screenshots/[...path]": ({ project }) => [
    `/screenshots/${project}/`,
    `/screenshots/${project}/-/cs/`,
    `/screenshots/${project}/app/?loose=1`,
    `/screenshots/${project}/app/cs/`,
  ],
  "search/[[...path]]": ({ project }) => [
    "/search/?q=gar",
    `/search/${project}/`,
    `/search/${project}/-/cs/?q=Open`,
    `/search/${project}/app/?q=state%3Aempty`,
  ],
  "settings/[...path]": ({ project }) => [`/settings/${project}/`, `/settings/${project}/app/`],
  "settings-changes/[...path]": ({ project }) => [`/settings-changes/${project}/`, `/settings-changes/${project}/app/`],
  "ssh/[project]": ({ project }) => [`/ssh/${project}/`],
  "tasks/[uuid]": ({ task }) => [`/tasks/${task}/`],
  "translate/[...path]": ({ project }) => [
    `/translate/${project}/`,
    `/translate/${project}/app/cs/`,
    `/translate/${project}/app/cs/?mode=review`,
    `/translate/${project}/-/cs/`,
  ],
  "widgets/[...path]": ({ project }) => [`/widgets/${project}/`, `/widgets/${project}/app/cs/?as=png`],
  "workflows/[[...project]]": ({ project }) => [
    "/workflows/",
    "/workflows/?language=cs",
    `/workflows/${project}/`,
    `/workflows/${project}/?language=cs`,
  ],
  "zen/[...path]": ({ project }) => [`/zen/${project}/app/cs/`, `/zen/${project}/-/cs/`],
  "upload/[...path]": ({ project }) => [`/upload/${project}/app/cs/`],
  user: () => ["/user/", "/user/?q=a"],
  "user/[username]": () => ["/user/ada/"],
};

/** For those who are not signed in yet. */
export const STRANGERS_PAGES: Addresses = {
  "accounts/login": () => ["/accounts/login/", "/accounts/login/?problem=denied"],
  "accounts/invitation": () => ["/accounts/invitation/?code=guessed"],
  "accounts/factor": () => ["/accounts/factor/"],
  "accounts/join": () => ["/accounts/join/"],
  "accounts/confirm": () => ["/accounts/confirm/?token=guessed"],
  "accounts/reset": () => ["/accounts/reset/", "/accounts/reset/?token=guessed"],
  "accounts/unsubscribe": () => ["/accounts/unsubscribe/?token=guessed"],
  "accounts/register": () => ["/accounts/register/"],
};

/** What only leads on: the address, and where it leads. */
export const SIGNPOSTS: Readonly<Record<string, (places: Places) => readonly (readonly [string, string])[]>> = {
  data: () => [["/data/", "/projects/"]],
  "languages/[code]/[project]": ({ project }) => [[`/languages/cs/${project}/`, `/projects/${project}/-/cs/`]],
  // Nobody looks through other eyes there.
  viewing: () => [["/viewing/", "/"]],
};

/** Opened in a file of its own, on a server of its own: afterwards it is not there any more. */
export const FIRST_RUN_PAGES: Addresses = { setup: () => ["/setup/?code=guessed"] };
