import { absolute, apiPath, type ComponentPlace, part, query, type TranslationPlace, webPath } from "./paths";

/** Addresses of a component, each made when it is asked for: lists make thousands and print a few. */
export class ComponentUrls {
  private readonly path: string;
  private readonly page: string;

  constructor(place: ComponentPlace) {
    this.path = `/api/components/${apiPath(place)}/`;
    this.page = webPath(place);
  }

  get api(): string {
    return absolute(this.path);
  }
  get web(): string {
    return absolute(`/projects/${this.page}/`);
  }
  get repository(): string {
    return absolute(`${this.path}repository/`);
  }
  get translations(): string {
    return absolute(`${this.path}translations/`);
  }
  get lock(): string {
    return absolute(`${this.path}lock/`);
  }
  get changes(): string {
    return absolute(`${this.path}changes/`);
  }
  get statistics(): string {
    return absolute(`${this.path}statistics/`);
  }
  get links(): string {
    return absolute(`${this.path}links/`);
  }
  get announcements(): string {
    return absolute(`${this.path}announcements/`);
  }
  get credits(): string {
    return absolute(`${this.path}credits/`);
  }
  get file(): string {
    return absolute(`${this.path}file/`);
  }
  get settings(): string {
    return absolute(`/settings/${this.page}/`);
  }
  get repositoryPage(): string {
    return absolute(`/repository/${this.page}/`);
  }
  /** What git clones. */
  get clone(): string {
    return absolute(`/git/${this.page}/`);
  }
  get operationsPage(): string {
    return absolute(`/operations/${this.page}/`);
  }
  get newLanguage(): string {
    return absolute(`/new-lang/${this.page}/`);
  }
  get translate(): string {
    return absolute(`/translate/${this.page}/`);
  }
  get alerts(): string {
    return absolute(`/alerts/${this.page}/`);
  }
  get addons(): string {
    return absolute(`/addons/${this.page}/`);
  }
  /** Where its contributor agreement is read and accepted. */
  get agreementPage(): string {
    return absolute(`/agreement/${this.page}/`);
  }
  get clashes(): string {
    return absolute(`${this.path}clashes/`);
  }
  get clashesPage(): string {
    return absolute(`/clashes/${this.page}/`);
  }
  get sourceEdits(): string {
    return absolute(`/source-edits/${this.page}/`);
  }
  get exports(): ReturnType<typeof exportUrls> {
    return exportUrls(this.page);
  }
}

/** What programs and feed readers fetch of a project or component. */
export const exportUrls = (page: string) => ({
  feed: absolute(`/exports/rss/${page}/`),
  statistics: absolute(`/exports/stats/${page}/`),
  history: absolute(`/changes/csv/${page}/`),
});

/** Addresses of one language of a component. */
class TranslationUrls {
  private readonly path: string;
  private readonly page: string;
  private readonly shared: string;

  constructor(place: TranslationPlace) {
    const language = part(place.languageCode);
    this.path = `/api/translations/${apiPath(place)}/${language}/`;
    this.page = `${webPath(place)}/${language}/`;
    this.shared = `/engage/${part(place.projectSlug)}/-/${language}/`;
  }

  get api(): string {
    return absolute(this.path);
  }
  get web(): string {
    return absolute(`/projects/${this.page}`);
  }
  get translate(): string {
    return absolute(`/translate/${this.page}`);
  }
  /** Where a string is added. */
  get addString(): string {
    return absolute(`/add-string/${this.page}`);
  }
  /** Where one is removed, by its id; after that, what the operation was. */
  removeString(asked: { string?: number; removed?: string }): string {
    return absolute(`/remove-string/${this.page}${query({ ...asked, string: asked.string?.toString() })}`);
  }
  get share(): string {
    return absolute(this.shared);
  }
  get repository(): string {
    return absolute(`${this.path}repository/`);
  }
  get file(): string {
    return absolute(`${this.path}file/`);
  }
  get statistics(): string {
    return absolute(`${this.path}statistics/`);
  }
  get changes(): string {
    return absolute(`${this.path}changes/`);
  }
  get units(): string {
    return absolute(`${this.path}units/`);
  }
  get announcements(): string {
    return absolute(`${this.path}announcements/`);
  }
  get credits(): string {
    return absolute(`${this.path}credits/`);
  }
}

let last: { place: TranslationPlace; made: TranslationUrls } | undefined;

/** The strings of a list mostly stand in one translation: its addresses are made once. */
export function translationUrls(place: TranslationPlace): TranslationUrls {
  const { projectSlug, categoryPath, componentSlug, languageCode } = place;
  if (
    last?.place.componentSlug === componentSlug &&
    last.place.languageCode === languageCode &&
    last.place.projectSlug === projectSlug &&
    last.place.categoryPath === categoryPath
  )
    return last.made;
  const made = new TranslationUrls(place);
  last = { place: { projectSlug, categoryPath, componentSlug, languageCode }, made };
  return made;
}
