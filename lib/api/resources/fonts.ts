import { z } from "zod";
import type { FontRow } from "@/lib/domain/fonts/fonts";
import type { FontGroupRow } from "@/lib/domain/fonts/groups";
import type { RemovedFontRow, RestoredFont } from "@/lib/domain/fonts/removed";
import { urls } from "@/lib/urls";
import { attachment } from "../downloads";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, idPart, jsonInForms } from "../fields";
import { projectParams } from "./projects";

/** All the outside sees of fonts and their groups; the contract 3.5. */

const Font = schema(
  "Font",
  z.object({
    id: z.int(),
    family: z.string(),
    style: z.string(),
    weight: z.int().describe("From 1 to 1000; 400 is normal."),
    filename: z.string(),
    size: z.int().describe("In bytes."),
    characters: z.int().describe("Characters that it has."),
    groups: z.array(z.string()).describe("Names of the groups that use it."),
    timestamp: z.string().meta({ format: "date-time" }),
    file_url: address,
    url: address,
  }),
);

const Override = z.object({ language: z.string().min(1).max(50), font: z.int() });

const FontGroup = schema(
  "FontGroup",
  z.object({
    id: z.int(),
    name: z.string().describe("What the flag `font-family` calls it."),
    font: z.int().describe("For languages that have none of their own."),
    languages: z.array(Override),
    url: address,
  }),
);

const RemovedFont = schema(
  "RemovedFont",
  z.object({
    id: z.int(),
    kind: z.enum(["font", "group"]),
    name: z.string(),
    removed: z.string().meta({ format: "date-time" }),
    until: z.string().meta({ format: "date-time" }).describe("Till then it can be put back."),
    url: address,
  }),
);

const NewGroup = z.object({
  name: z.string().min(1).max(100),
  font: z.int(),
  languages: jsonInForms(z.array(Override).max(500)).optional().describe("Replaces the fonts of languages."),
});

const font = z.instanceof(Blob, { error: "Send the font as a part named font of a multipart form." });

const tag = "Projects";
const permission = "project.edit";
const params = projectParams.extend({ id: idPart });

export const listFonts = endpoint({
  method: "GET",
  path: "/api/projects/{project}/fonts/",
  tag,
  summary: "Fonts of a project",
  params: projectParams,
  answer: pageOf(Font),
});
export const uploadFont = endpoint({
  method: "POST",
  path: listFonts.path,
  tag,
  summary: "Upload a font",
  description:
    "A multipart form with a TrueType or OpenType file of at most 30 MB. Texts with `max-size` are measured in it.",
  permission,
  params: projectParams,
  body: z.object({ font }),
  answer: Font,
  status: 201,
});
export const readFont = endpoint({
  method: "GET",
  path: "/api/projects/{project}/fonts/{id}/",
  tag,
  summary: "Font of a project",
  params,
  answer: Font,
});
export const deleteFont = endpoint({
  method: "DELETE",
  path: readFont.path,
  tag,
  summary: "Delete a font",
  description: "One that no group uses.",
  permission,
  params,
});
export const readFontFile = endpoint({
  method: "GET",
  path: "/api/projects/{project}/fonts/{id}/file/",
  tag,
  summary: "File of a font",
  permission,
  params,
  media: ["application/octet-stream"],
});
export const replaceFont = endpoint({
  method: "POST",
  path: readFontFile.path,
  tag,
  summary: "Replace the file of a font",
  description: "Groups go on using it; strings that are measured in it are checked anew.",
  permission,
  params,
  body: z.object({ font }),
  answer: Font,
  status: 200,
});
export const listFontGroups = endpoint({
  method: "GET",
  path: "/api/projects/{project}/font-groups/",
  tag,
  summary: "Font groups of a project",
  params: projectParams,
  answer: pageOf(FontGroup),
});
export const createFontGroup = endpoint({
  method: "POST",
  path: listFontGroups.path,
  tag,
  summary: "Create a font group",
  permission,
  params: projectParams,
  body: NewGroup,
  answer: FontGroup,
  status: 201,
});
export const readFontGroup = endpoint({
  method: "GET",
  path: "/api/projects/{project}/font-groups/{id}/",
  tag,
  summary: "Font group",
  params,
  answer: FontGroup,
});
export const changeFontGroup = endpoint({
  method: "PATCH",
  path: readFontGroup.path,
  tag,
  summary: "Change a font group",
  description: "Strings that name it are checked anew.",
  permission,
  params,
  body: NewGroup.partial(),
  answer: FontGroup,
});
export const deleteFontGroup = endpoint({
  method: "DELETE",
  path: readFontGroup.path,
  tag,
  summary: "Delete a font group",
  description: "Strings that name it are measured in the usual font from then on.",
  permission,
  params,
});

export const listRemovedFonts = endpoint({
  method: "GET",
  path: "/api/projects/{project}/removed-fonts/",
  tag,
  summary: "Fonts and font groups that were removed",
  description: "Those of the last 30 days, which can be put back.",
  permission,
  params: projectParams,
  answer: pageOf(RemovedFont),
});
export const restoreRemovedFont = endpoint({
  method: "POST",
  path: "/api/projects/{project}/removed-fonts/{id}/",
  tag,
  summary: "Put a removed font or font group back",
  description: "Strings that name it are checked anew. A group's font has to be there.",
  permission,
  params,
  answer: schema("RestoredFont", z.object({ kind: z.enum(["font", "group"]), url: address })),
  status: 200,
});

/** What was removed, as the outside sees it. */
export const presentRemovedFont = (project: string, row: RemovedFontRow): Answer<typeof RemovedFont> => ({
  id: row.id,
  kind: row.kind === "font" ? "font" : "group",
  name: row.name,
  removed: row.removedAt.toISOString(),
  until: row.until.toISOString(),
  url: urls.font(project, row.id).removed,
});

/** What was put back. */
export const presentRestoredFont = (project: string, { kind, id }: RestoredFont) => ({
  kind,
  url: kind === "font" ? urls.font(project, id).api : urls.font(project, id).group,
});

/** A font as the outside sees it. */
export const presentFont = (project: string, row: FontRow): Answer<typeof Font> => ({
  id: row.id,
  family: row.family,
  style: row.style,
  weight: row.weight,
  filename: row.filename,
  size: row.bytes,
  characters: row.characters,
  groups: row.groups,
  timestamp: row.createdAt.toISOString(),
  file_url: urls.font(project, row.id).file,
  url: urls.font(project, row.id).api,
});

/** A group as the outside sees it. */
export const presentFontGroup = (project: string, row: FontGroupRow): Answer<typeof FontGroup> => ({
  id: row.id,
  name: row.name,
  font: row.fontId,
  languages: row.languages,
  url: urls.font(project, row.id).group,
});

/** An upload as the domain takes it. */
export const fontUpload = async (part: Blob): Promise<{ content: Uint8Array; filename: string }> => ({
  content: new Uint8Array(await part.arrayBuffer()),
  filename: part instanceof File ? part.name : "",
});

/** The file of a font, to be kept. */
export const fontAnswer = (row: FontRow, content: Uint8Array): Response =>
  attachment(content, `${row.family} ${row.style}${row.fileKey.slice(row.fileKey.lastIndexOf("."))}`);

/** The file of a font, for a page that shows a sample. */
export const shownFont = (row: FontRow, content: Uint8Array): Response =>
  new Response(content as BodyInit, {
    headers: {
      "Content-Type": row.fileKey.endsWith(".otf") ? "font/otf" : "font/ttf",
      "Content-Disposition": "inline",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Cache-Control": "private, max-age=86400",
    },
  });
