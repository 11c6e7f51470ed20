import type { Actor, Grant } from "@/lib/domain/access/actor";
import type { EditableUnit } from "@/lib/domain/units/units";

/** Actors and units for tables of decisions, made without a database. */

/** A team of an actor: lists project 1, all languages, and what is given. */
export function grant(given: Partial<Omit<Grant, "permissions">> & { permissions?: readonly string[] } = {}): Grant {
  return {
    teamId: 1,
    name: "Team",
    projectSelection: 0,
    projects: [1],
    components: [],
    languages: undefined,
    ...given,
    permissions: new Set(given.permissions ?? []),
  };
}

/** Petra, a person with an address and without teams. */
export function actor(given: Partial<Actor> = {}): Actor {
  return {
    userId: 7,
    username: "petra",
    fullName: "Petra",
    email: "petra@example.org",
    isAnonymous: false,
    isSuperuser: false,
    isBot: false,
    tokenProjectId: undefined,
    grants: [],
    blockedIn: new Set(),
    cause: "person",
    ...given,
  };
}

/** A translator of project 1 with these permissions. */
export const allowed = (...permissions: string[]): Actor => actor({ grants: [grant({ permissions })] });

/** A translated Czech string of component 10 in the protected project 1. */
export function unit(given: Partial<EditableUnit> = {}): EditableUnit {
  return {
    id: 100,
    sourceId: 50,
    translationId: 20,
    version: 1,
    targets: ["Konec"],
    state: 20,
    originalState: 20,
    previousSource: "",
    failing: false,
    suggested: false,
    commented: false,
    pending: false,
    automatic: false,
    sourceWaits: false,
    editsByMembers: false,
    position: 1,
    sources: ["Quit"],
    context: "",
    idHash: "1",
    contentHash: "1",
    flags: "",
    extraFlags: "",
    numWords: 1,
    numChars: 4,
    note: "",
    findings: null,
    languageId: 2,
    languageCode: "cs",
    isSource: false,
    isTemplate: false,
    hasTemplate: false,
    translationFlags: "",
    pluralNumber: 3,
    pluralFormula: "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2",
    pluralCategories: [],
    sourceLanguageCode: "en",
    componentId: 10,
    componentName: "App",
    componentFlags: "",
    componentLocked: false,
    lockReason: "",
    restricted: false,
    editTemplate: true,
    isGlossary: false,
    agreement: "",
    enforcedChecks: [],
    allowPropagation: true,
    suggestionVoting: false,
    suggestionAutoaccept: 0,
    enableSuggestions: true,
    fileFormat: "po",
    projectId: 1,
    projectName: "Alpha",
    accessControl: 1,
    projectFlags: "",
    translationReview: false,
    fourEyes: false,
    sourceReview: false,
    sourceEditsByMembers: false,
    repositoryVcs: "git",
    ...given,
  };
}
