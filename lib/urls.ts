import { ComponentUrls, exportUrls, translationUrls } from "./urls/component-urls";
import { absolute, apiPath, type ComponentPlace, part, query, type TranslationPlace } from "./urls/paths";

/** Every address that Loquat prints or reads. All are absolute, made from the configured base, never from a request. */

export const urls = {
  /** The first page, of all languages or of one. */
  home: (language?: string) => absolute(`/${query({ language })}`),
  api: () => absolute("/api/"),
  collection: (name: string) => absolute(`/api/${name}/`),
  setup: (code: string) => absolute(`/setup/?code=${part(code)}`),
  /** `next` is the path that is shown afterwards. */
  signIn: (next?: string) => absolute(`/accounts/login/${query({ next })}`),
  register: (next?: string) => absolute(`/accounts/register/${query({ next })}`),
  /** Asking for a new password; with a token, choosing it. */
  resetPassword: (token?: string) => absolute(`/accounts/reset/${query({ token })}`),
  /** Where an invitation is accepted. */
  invitation: (code: string) => absolute(`/accounts/invitation/${query({ code })}`),
  /** What is known of whoever opens it, as a file. */
  ownData: () => absolute("/accounts/export/"),
  /** Where people remove their own account. */
  removeAccount: () => absolute("/accounts/remove/"),
  /** Where a sign-in ends with a second factor. */
  secondFactor: () => absolute("/accounts/factor/"),
  /** Where somebody goes to a provider; what follows is the path to come back to. */
  withProvider: (id: string, next?: string) => absolute(`/accounts/via/${part(id)}/${query({ next })}`),
  /** Where a proven identity becomes an account, or is linked to one. */
  joinByProvider: () => absolute("/accounts/join/"),
  /** Where somebody learns that an identity opens another account. */
  linkedElsewhere: () => absolute("/accounts/profile/?tab=security&linked=elsewhere"),
  confirmAddress: (token: string) => absolute(`/accounts/confirm/${query({ token })}`),
  notices: (given: { done?: boolean; before?: string } = {}) =>
    absolute(`/accounts/notices/${query({ done: given.done ? "1" : undefined, before: given.before })}`),
  stopNotices: (token: string) => absolute(`/accounts/unsubscribe/${query({ token })}`),
  /** What mail programs post to. */
  stopNoticesNow: (token: string) => absolute(`/accounts/unsubscribe/now/${query({ token })}`),
  /** Background tasks of whoever opens it. */
  ownTasks: (after?: string) => absolute(`/accounts/tasks/${query({ after })}`),
  /** The same as the head of each page tells them. */
  ownTasksState: () => absolute("/accounts/tasks/state/"),
  alerts: () => absolute("/alerts/"),
  alert: (id: number) => absolute(`/api/alerts/${id}/`),
  notice: (id: number) => absolute(`/api/notices/${id}/`),
  profile: (tab?: string) => absolute(`/accounts/profile/${query({ tab })}`),
  /** Where somebody who looks through other eyes learns what is not shown. */
  viewing: () => absolute("/viewing/"),
  manage: () => absolute("/manage/"),
  about: () => absolute("/about/"),
  keys: (after?: number) => absolute(`/keys/${query({ after: after?.toString() })}`),
  statistics: () => absolute("/stats/"),
  contact: () => absolute("/contact/"),
  /** People by their names, for everybody. */
  directory: (asked: Readonly<Record<string, string | undefined>> = {}) => absolute(`/user/${query(asked)}`),
  /** Users of the installation, or one of them. */
  people: (asked: Readonly<Record<string, string | undefined>> = {}) => absolute(`/manage/users/${query(asked)}`),
  person: (username: string, asked: Readonly<Record<string, string | undefined>> = {}) =>
    absolute(`/manage/users/${part(username)}/${query(asked)}`),
  siteTokens: (asked: Readonly<Record<string, string | undefined>> = {}) => absolute(`/manage/tokens/${query(asked)}`),
  siteTasks: (asked: Readonly<Record<string, string | undefined>> = {}) => absolute(`/manage/tasks/${query(asked)}`),
  siteRepositories: () => absolute("/manage/repos/"),
  siteHooks: (asked: Readonly<Record<string, string | undefined>> = {}) => absolute(`/manage/hooks/${query(asked)}`),
  /** What code hosts notify. */
  hook: (service: string) => absolute(`/hooks/${part(service)}/`),
  /** Where a service brings its answer to a question. */
  machineAnswer: (question: number, secret: string) => absolute(`/hooks/machinery/${question}/${part(secret)}/`),
  siteAppearance: () => absolute("/manage/appearance/"),
  /** What components in the browser say in a part of the pages; what is found there never changes. */
  texts: (language: string, clientPart: string, version: string) =>
    absolute(`/texts/${part(language)}/${part(clientPart)}/${query({ v: version })}`),
  siteLogo: (version: string) => absolute(`/site-logo/${query({ v: version })}`),
  siteLanguages: (asked: Readonly<Record<string, string | undefined>> = {}) =>
    absolute(`/manage/languages/${query(asked)}`),
  siteLanguage: (code: string) => absolute(`/manage/languages/${part(code)}/`),
  siteSettings: () => absolute("/manage/settings/"),
  siteSettingsChanges: () => absolute("/manage/settings-changes/"),
  siteDefaults: () => absolute("/manage/component-defaults/"),
  backups: (asked: Readonly<Record<string, string | undefined>> = {}) => absolute(`/manage/backups/${query(asked)}`),
  /** What a form posts to for the file. */
  backupFile: () => absolute("/manage/backups/file/"),
  siteAnnouncements: () => absolute("/manage/announcements/"),
  memory: () => absolute("/memory/"),
  siteTeams: (asked: Readonly<Record<string, string | undefined>> = {}) => absolute(`/manage/teams/${query(asked)}`),
  roles: (given: { role?: number } = {}) => absolute(`/manage/roles/${query({ role: given.role?.toString() })}`),
  siteInvitations: () => absolute("/manage/invitations/"),
  teamPage: (id: number, tab?: string) => absolute(`/teams/${id}/${query({ tab })}`),
  ssh: () => absolute("/manage/ssh/"),
  httpAccounts: () => absolute("/manage/http/"),
  codeHosts: () => absolute("/manage/hosts/"),
  /** Keys of directory services, and the address that these are told. */
  scimKeys: () => absolute("/manage/scim/"),
  scim: () => absolute("/api/scim/v2"),
  workflows: () => absolute("/workflows/"),
  componentLists: () => absolute("/component-lists/"),
  componentListPage: (slug: string) => absolute(`/component-list/${part(slug)}/`),
  siteAddons: () => absolute("/manage/addons/"),
  sharedMemory: () => absolute("/manage/memory/"),
  siteMachinery: () => absolute("/manage/machinery/"),
  memoryFile: (scope: string, format: string) => absolute(`/memory/-/${query({ scope, format })}`),
  /** The wizard, with the address of a repository and its branch filled in. */
  newComponentFrom: (repo: string, branch: string) => absolute(`/create/component/vcs/${query({ repo, branch })}`),
  /** Without a way: all ways in which a component can be made. */
  newComponent: (way: "vcs" | "zip" | "upload" | "scratch" | "copy" | undefined, project?: string, from?: number) =>
    absolute(`/create/component/${way ? `${way}/` : ""}${query({ project, from: from?.toString() })}`),
  importOf: (project: string, components: readonly string[]) =>
    absolute(`/create/component/vcs/import/${query({ project, components: components.join(",") })}`),
  /** The page of whatever the slugs lead to, from the project inwards. */
  page: (slugs: readonly string[]) => absolute(`/projects/${slugs.map(part).join("/")}/`),
  /** The same for the editor. */
  editor: (slugs: readonly string[]) => absolute(`/translate/${slugs.map(part).join("/")}/`),
  /** All rows of a table of the pages as CSV. */
  table: (name: string, slugs: readonly string[], asked: Readonly<Record<string, string | undefined>> = {}) =>
    absolute(`/tables/${name}/${slugs.map((slug) => `${part(slug)}/`).join("")}${query(asked)}`),
  /** The path of slugs behind other first words, as `exports/rss`. */
  below: (base: string, slugs: readonly string[], end = "") => absolute(`/${base}/${slugs.map(part).join("/")}/${end}`),
  user: (username: string) => ({
    api: absolute(`/api/users/${part(username)}/`),
    web: absolute(`/user/${part(username)}/`),
    statistics: absolute(`/api/users/${part(username)}/statistics/`),
    notifications: absolute(`/api/users/${part(username)}/notifications/`),
    contributions: absolute(`/api/users/${part(username)}/contributions/`),
  }),
  pseudonym: (username: string, project: string) =>
    absolute(`/api/users/${part(username)}/pseudonyms/${part(project)}/`),
  group: (id: number) => absolute(`/api/groups/${id}/`),
  role: (id: number) => absolute(`/api/roles/${id}/`),
  language: (code: string) => ({
    api: absolute(`/api/languages/${part(code)}/`),
    web: absolute(`/languages/${part(code)}/`),
    statistics: absolute(`/api/languages/${part(code)}/statistics/`),
  }),
  project: (slug: string) => {
    const api = `/api/projects/${part(slug)}/`;
    return {
      api: absolute(api),
      web: absolute(`/projects/${part(slug)}/`),
      components: absolute(`${api}components/`),
      repository: absolute(`${api}repository/`),
      changes: absolute(`${api}changes/`),
      statistics: absolute(`${api}statistics/`),
      categories: absolute(`${api}categories/`),
      languages: absolute(`${api}languages/`),
      labels: absolute(`${api}labels/`),
      lock: absolute(`${api}lock/`),
      machinery: absolute(`${api}machinery_settings/`),
      announcements: absolute(`${api}announcements/`),
      credits: absolute(`${api}credits/`),
      language: (code: string) => ({
        web: absolute(`/projects/${part(slug)}/-/${part(code)}/`),
        translate: absolute(`/translate/${part(slug)}/-/${part(code)}/`),
      }),
      translate: absolute(`/translate/${part(slug)}/`),
      tab: (tab: string) => absolute(`/projects/${part(slug)}/${query({ tab })}`),
      history: absolute(`/changes/browse/${part(slug)}/`),
      settings: absolute(`/settings/${part(slug)}/`),
      access: absolute(`/access/${part(slug)}/`),
      accessTab: (given: Readonly<Record<string, string | undefined>>) =>
        absolute(`/access/${part(slug)}/${query(given)}`),
      accessTokens: absolute(`/access/${part(slug)}/${query({ tab: "tokens" })}`),
      download: absolute(`/download/${part(slug)}/`),
      suggestionServices: absolute(`/machinery/${part(slug)}/`),
      sent: (given: Readonly<Record<string, string | undefined>> = {}) =>
        absolute(`/sent-requests/${part(slug)}/${query(given)}`),
      memory: absolute(`/memory/${part(slug)}/`),
      workflows: absolute(`/workflows/${part(slug)}/`),
      fontsPage: absolute(`/fonts/${part(slug)}/`),
      labelsPage: absolute(`/labels/${part(slug)}/`),
      ssh: absolute(`/ssh/${part(slug)}/`),
      repositoryPage: absolute(`/repository/${part(slug)}/`),
      addons: absolute(`/addons/${part(slug)}/`),
      alerts: absolute(`/alerts/${part(slug)}/`),
      /** Asking for a language, and answering who asks. */
      newLanguage: absolute(`/new-lang/${part(slug)}/`),
      exports: exportUrls(part(slug)),
    };
  },
  category: (id: number, place?: { projectSlug: string; categoryPath: string }) => ({
    api: absolute(`/api/categories/${id}/`),
    statistics: absolute(`/api/categories/${id}/statistics/`),
    announcements: absolute(`/api/categories/${id}/announcements/`),
    web: place ? absolute(`/projects/${part(place.projectSlug)}/${place.categoryPath}/`) : "",
    translate: place ? absolute(`/translate/${part(place.projectSlug)}/${place.categoryPath}/`) : "",
  }),
  /** The form of a new category. @param place slugs of what it is to stand in, joined by "/" */
  newCategory: (place: string) => absolute(`/create/category/${query({ place })}`),
  component: (place: ComponentPlace) => new ComponentUrls(place),
  translation: translationUrls,
  unit: (id: number) => absolute(`/api/units/${id}/`),
  /** A picture for pages; its file is named so that a replaced one is another address. */
  font: (project: string, id: number) => ({
    api: absolute(`/api/projects/${part(project)}/fonts/${id}/`),
    file: absolute(`/api/projects/${part(project)}/fonts/${id}/file/`),
    group: absolute(`/api/projects/${part(project)}/font-groups/${id}/`),
    removed: absolute(`/api/projects/${part(project)}/removed-fonts/${id}/`),
    shown: `/translate/-/font/${part(project)}/${id}/`,
  }),
  shot: (id: number, fileKey: string) => `/translate/-/shot/${id}/?v=${encodeURIComponent(fileKey.slice(-16))}`,
  clash: (place: ComponentPlace, id: number) => absolute(`/api/components/${apiPath(place)}/clashes/${id}/`),
  comment: (id: number) => absolute(`/api/comments/${id}/`),
  bulkEdit: (id: string) => ({
    api: absolute(`/api/bulk-edits/${id}/`),
    strings: absolute(`/api/bulk-edits/${id}/strings/`),
  }),
  suggestion: (id: number) => absolute(`/api/suggestions/${id}/`),
  /**
   * The page that searches everything, or strings of what the slugs lead to; the empty search is its beginning.
   * @param whole whether all strings are looked at, however long it takes
   */
  search: (text: string, slugs: readonly string[] = [], { whole = false } = {}) =>
    absolute(
      `/search/${slugs.map((slug) => `${part(slug)}/`).join("")}${query({ q: text || undefined, whole: whole ? "1" : undefined })}`,
    ),
  unitPage: (place: TranslationPlace, checksum: string) => `${translationUrls(place).translate}?checksum=${checksum}`,
  change: (id: number) => ({ api: absolute(`/api/changes/${id}/`), web: absolute(`/changes/render/${id}/`) }),
  task: (id: string) => ({
    api: absolute(`/api/tasks/${id}/`),
    web: absolute(`/tasks/${id}/`),
    state: absolute(`/tasks/${id}/state/`),
  }),
  screenshot: (id: number) => ({
    api: absolute(`/api/screenshots/${id}/`),
    file: absolute(`/api/screenshots/${id}/file/`),
    web: absolute(`/screenshot/${id}/`),
  }),
  addon: (id: number) => absolute(`/api/addons/${id}/`),
  addonActivity: (id: number) => absolute(`/api/addons/${id}/activity/`),
  manifest: (address: string) => absolute(`/cdn/${part(address)}/manifest.json`),
  publishedFile: (address: string, path: string) =>
    absolute(`/cdn/${part(address)}/files/${path.split("/").map(part).join("/")}`),
  delivery: (addon: number, id: number) => absolute(`/api/addons/${addon}/deliveries/${id}/`),
  addonPage: (id: number) => absolute(`/addon/${id}/`),
  deliveriesPage: (addon: number) => absolute(`/addon/${addon}/deliveries/`),
  /** Failing checks; `-` stands for all of them. The slugs lead to a project, a component or a language. */
  checks: (check: string, slugs: readonly string[] = []) => {
    const below = slugs.map((slug) => `${part(slug)}/`).join("");
    return absolute(check === "-" && below === "" ? "/checks/" : `/checks/${part(check)}/${below}`);
  },
  /** The history of everything, or of what the slugs lead to, with the filters that have a value. */
  history: (slugs: readonly string[] = [], asked: Readonly<Record<string, string | undefined>> = {}) =>
    absolute(
      `/changes/${slugs.length > 0 ? `browse/${slugs.map((slug) => `${part(slug)}/`).join("")}` : ""}${query(asked)}`,
    ),
  /** The same as a table; `all` for more than the newest part of it. */
  historyTable: (slugs: readonly string[], asked: Readonly<Record<string, string | undefined>>) =>
    absolute(`/changes/csv/${slugs.map((slug) => `${part(slug)}/`).join("")}${query(asked)}`),
  /** The page of activity, words and people: of everything, or of what the slugs lead to. */
  insights: (slugs: readonly string[] = []) => absolute(`/insights/${slugs.map((slug) => `${part(slug)}/`).join("")}`),
  /** A report as a file, with the parameters that have a value. */
  report: (report: string, slugs: readonly string[], parameters: Readonly<Record<string, string | undefined>> = {}) =>
    absolute(`/exports/reports/${report}/${slugs.map((slug) => `${part(slug)}/`).join("")}${query(parameters)}`),
  feed: (slugs: readonly string[] = []) => absolute(`/exports/rss/${slugs.map((slug) => `${part(slug)}/`).join("")}`),
  /** An image of progress for other pages. */
  widget: (slugs: readonly string[], name: string) => absolute(`/widget/${slugs.map(part).join("/")}/${name}`),
  /** The picture that goes with a shared page: of what the slugs lead to, of a language behind `-`, or of the installation. */
  card: (slugs: readonly string[], name: string, language: string) =>
    absolute(
      `/share/${[...slugs, name].map(part).join("/")}${query({ lang: language === "en" ? undefined : language })}`,
    ),
  /** What is announced on a place, or everywhere. */
  announcements: (slugs: readonly string[] = []) =>
    absolute(`/announcements/${slugs.map((slug) => `${part(slug)}/`).join("")}`),
  screenshots: (slugs: readonly string[]) => absolute(`/screenshots/${slugs.map(part).join("/")}/`),
  engage: (slugs: readonly string[]) => absolute(`/engage/${slugs.map(part).join("/")}/`),
  /** Badges to copy, as SVG or as PNG. */
  widgets: (slugs: readonly string[], as?: "png") => absolute(`/widgets/${slugs.map(part).join("/")}/${query({ as })}`),
  /** The page of comments, of all or of an object. */
  comments: (slugs: readonly string[] = []) => absolute(`/comments/${slugs.map((slug) => `${part(slug)}/`).join("")}`),
  componentList: (slug: string) => absolute(`/api/component-lists/${part(slug)}/`),
};
