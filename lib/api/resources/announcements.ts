import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { categoryProject, findCategory } from "@/lib/domain/categories/categories";
import { scopeOf } from "@/lib/domain/components/components";
import { findLanguage } from "@/lib/domain/languages/languages";
import {
  type AnnouncementInput,
  type AnnouncementRow,
  type AnnouncementScope,
  SEVERITIES,
} from "@/lib/domain/projects/announcements";
import { findProject } from "@/lib/domain/projects/projects";
import { translationScope as permissionScopeOf } from "@/lib/domain/translations/translations";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { idPart, isDay } from "../fields";
import type { OwnWord } from "../own-words";
import { categoryParams } from "./categories";
import { componentParams } from "./components";
import { componentOf, translationOf } from "./find";
import { projectParams } from "./projects";
import { translationParams } from "./translations";

/** Announcements on projects, their languages, categories, components and translations; the contract 4.21. */

export const Announcement = schema(
  "Announcement",
  z.object({
    id: z.int(),
    message: z.string(),
    severity: z.string(),
    expiry: z.string().nullable(),
    notify: z.boolean(),
  }),
);

/** A day, also as the beginning of a moment. */
const day = z
  .string()
  .max(40)
  .transform((text, context) => {
    const match = /^(\d{4}-\d{2}-\d{2})(?:$|T)/.exec(text);
    if (match?.[1] && isDay(match[1])) return match[1];
    context.addIssue({ code: "custom", message: "apiDate" satisfies OwnWord });
    return z.NEVER;
  });

const NewAnnouncement = z.object({
  message: z.string().min(1).max(10_000),
  severity: z.enum(SEVERITIES).optional(),
  expiry: day.nullable().optional(),
  notify: z.boolean().optional(),
});

const on = <P extends z.ZodObject>(place: string, what: string, tag: string, params: P) => ({
  list: endpoint({
    method: "GET",
    path: `/api/${place}/announcements/`,
    since: "5.5",
    tag,
    summary: `Announcements on ${what}`,
    params,
    answer: pageOf(Announcement),
  }),
  add: endpoint({
    method: "POST",
    path: `/api/${place}/announcements/`,
    since: "5.5",
    tag,
    summary: `Post an announcement on ${what}`,
    permission: "announcement.add",
    params,
    body: NewAnnouncement,
    answer: Announcement,
    status: 201,
  }),
});

const one = <P extends z.ZodObject>(place: string, what: string, tag: string, params: P) => ({
  change: endpoint({
    method: "PATCH",
    path: `/api/${place}/announcements/{announcement}/`,
    tag,
    summary: `Change an announcement on ${what}`,
    description:
      "Needs announcement.add, too. Nobody is told of it by a notice; whoever has dismissed it sees it again when message or severity change.",
    permission: "announcement.delete",
    params,
    body: NewAnnouncement.partial(),
    answer: Announcement,
  }),
  remove: endpoint({
    method: "DELETE",
    path: `/api/${place}/announcements/{announcement}/`,
    since: "5.5",
    tag,
    summary: `Remove an announcement on ${what}`,
    permission: "announcement.delete",
    params,
  }),
});

const announcement = { announcement: idPart };
const languageParams = projectParams.extend({ language: z.string().max(50) });
const ofLanguage = "projects/{project}/languages/{language}";
const ofComponent = "components/{project}/{component}";
const ofTranslation = "translations/{project}/{component}/{language}";

export const { list: listProjectAnnouncements, add: addProjectAnnouncement } = on(
  "projects/{project}",
  "a project",
  "Projects",
  projectParams,
);
export const { change: changeProjectAnnouncement, remove: removeProjectAnnouncement } = one(
  "projects/{project}",
  "a project",
  "Projects",
  projectParams.extend(announcement),
);
export const { list: listLanguageAnnouncements, add: addLanguageAnnouncement } = on(
  ofLanguage,
  "a language of a project",
  "Projects",
  languageParams,
);
export const { change: changeLanguageAnnouncement, remove: removeLanguageAnnouncement } = one(
  ofLanguage,
  "a language of a project",
  "Projects",
  languageParams.extend(announcement),
);
export const { list: listCategoryAnnouncements, add: addCategoryAnnouncement } = on(
  "categories/{id}",
  "a category",
  "Categories",
  categoryParams,
);
export const { change: changeCategoryAnnouncement, remove: removeCategoryAnnouncement } = one(
  "categories/{id}",
  "a category",
  "Categories",
  categoryParams.extend(announcement),
);
export const { list: listComponentAnnouncements, add: addComponentAnnouncement } = on(
  ofComponent,
  "a component",
  "Components",
  componentParams,
);
export const { change: changeComponentAnnouncement, remove: removeComponentAnnouncement } = one(
  ofComponent,
  "a component",
  "Components",
  componentParams.extend(announcement),
);
export const { list: listTranslationAnnouncements, add: addTranslationAnnouncement } = on(
  ofTranslation,
  "a translation",
  "Translations",
  translationParams,
);
export const { change: changeTranslationAnnouncement, remove: removeTranslationAnnouncement } = one(
  ofTranslation,
  "a translation",
  "Translations",
  translationParams.extend(announcement),
);

/** An announcement as the outside sees it. */
export const presentAnnouncement = (row: AnnouncementRow): Answer<typeof Announcement> => ({
  id: row.id,
  message: row.message,
  severity: row.severity,
  expiry: row.expiry,
  notify: row.notify,
});

/** A new announcement as the domain takes it. */
export function readAnnouncement(body: z.output<typeof NewAnnouncement>): AnnouncementInput {
  return {
    // Clients of other services post such ones, and are answered as there.
    mayBeOver: true,
    message: body.message,
    severity: body.severity ?? "info",
    expiry: body.expiry ?? null,
    notify: body.notify ?? true,
  };
}

/** What a change says of an announcement; what it leaves out stays. */
export const readAnnouncementChange = ({
  message,
  severity,
  expiry,
  notify,
}: Partial<z.output<typeof NewAnnouncement>>): Partial<Omit<AnnouncementRow, "id">> => ({
  ...(message !== undefined && { message }),
  ...(severity !== undefined && { severity }),
  ...(expiry !== undefined && { expiry }),
  ...(notify !== undefined && { notify }),
});

/** The project of a path. @throws NotFound */
export async function projectScope(actor: Actor, params: { project: string }): Promise<AnnouncementScope> {
  const project = await findProject(actor, params.project);
  return { projectId: project.id, permissionScope: { project } };
}

/** One language of the project of a path. @throws NotFound */
export async function languageScope(
  actor: Actor,
  params: { project: string; language: string },
): Promise<AnnouncementScope> {
  const [scope, language] = await Promise.all([projectScope(actor, params), findLanguage(params.language)]);
  return { ...scope, languageId: language.id };
}

/** The category of a path. @throws NotFound */
export async function categoryScope(actor: Actor, params: { id: number }): Promise<AnnouncementScope> {
  const category = await findCategory(actor, params.id);
  return { categoryId: category.id, permissionScope: { project: categoryProject(category) } };
}

/** The component of a path. @throws NotFound */
export async function componentScope(
  actor: Actor,
  params: Parameters<typeof componentOf>[1],
): Promise<AnnouncementScope> {
  const component = await componentOf(actor, params);
  return { componentId: component.id, permissionScope: scopeOf(component) };
}

/** The translation of a path. @throws NotFound */
export async function translationScope(
  actor: Actor,
  params: Parameters<typeof translationOf>[1],
): Promise<AnnouncementScope> {
  const translation = await translationOf(actor, params);
  return {
    componentId: translation.componentId,
    languageId: translation.languageId,
    permissionScope: permissionScopeOf(translation),
  };
}
