import { z } from "zod";
import { CONFLICT_RULES, FUZZY_RULES, UPLOAD_METHODS } from "@/lib/domain/uploads/upload";
import { offeredConverters } from "@/lib/text/converters/registry";
import { endpoint, schema } from "../endpoint";
import { slugPart } from "../fields";
import { componentParams } from "./components";
import { LanguageDifference, TextDifference } from "./repository";
import { translationParams } from "./translations";

/** Files in and out; the contract 3.7.3 to 3.7.5. */

const CONVERSIONS = offeredConverters()
  .map(({ id }) => id)
  .join(", ");

/** A parameter that says nothing where it is empty, as forms send what nobody has filled in. */
const given = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => text || undefined)
    .optional();

const format = given(50).describe(`Format to convert to. If omitted, the stored file. One of ${CONVERSIONS}.`);
const archiveFormat = given(50).describe(
  `zip for the stored files, or zip: followed by a format to convert to: ${CONVERSIONS}.`,
);
const BINARY = ["application/octet-stream"];
const ZIP = ["application/zip"];

export const downloadTranslationFile = endpoint({
  method: "GET",
  path: "/api/translations/{project}/{component}/{language}/file/",
  since: "2.6",
  summary: "File of a translation",
  description:
    "The stored file with all edits, including those not yet committed. The download does not cause a commit. " +
    "If the file of a language is a folder (appstore), a ZIP archive of its texts, which can also be uploaded.",
  permission: "translation.download",
  tag: "files",
  params: translationParams,
  query: z.object({ format, q: z.string().max(5000).optional() }),
  media: BINARY,
});

export const downloadConvertedFile = endpoint({
  method: "GET",
  path: "/api/translations/{project}/{component}/{language}/{file}/",
  since: "2.6",
  summary: "Converted file of a translation",
  description: "The same as file/?format=…, with the format as extension: file.po, file.xliff, file.csv.",
  permission: "translation.download",
  tag: "files",
  params: translationParams.extend({ file: z.string().max(30) }),
  query: z.object({ q: z.string().max(5000).optional() }),
  media: BINARY,
});

export const UploadResult = schema(
  "UploadResult",
  z.object({
    not_found: z.int(),
    skipped: z.int(),
    accepted: z.int(),
    total: z.int(),
    count: z.int(),
    result: z.boolean(),
    emptied: z.int().describe("Texts of the language that were there and are not any more."),
    operation: z.string().nullable().optional().describe("With it the upload is undone."),
    dry_run: z.literal(true).optional(),
    unchanged: z.int().optional(),
    propagated: z.int().optional(),
    suggested: z.int().optional(),
    likely_language: z
      .object({ language_code: z.string(), same: z.int(), compared: z.int() })
      .nullable()
      .optional()
      .describe("Another language of the component that the texts seem to be in, by how many that were compared."),
    declared_language: z
      .string()
      .nullable()
      .optional()
      .describe("Another language that the file says it is in, such as in the header of a PO file."),
    languages: z.array(LanguageDifference).optional(),
    strings: z.array(TextDifference).optional(),
  }),
);

const UploadBody = z.object({
  file: z.instanceof(Blob, { error: "Send the file as a part named file of a multipart form." }),
  method: z.enum(UPLOAD_METHODS).default("translate"),
  conflicts: z.enum(CONFLICT_RULES).default(""),
  fuzzy: z.enum(FUZZY_RULES).default(""),
  author_name: z.string().max(200).optional(),
  author_email: z.string().max(190).optional(),
});

const upload = {
  path: downloadTranslationFile.path,
  since: "2.6",
  summary: "Upload a file into a translation",
  description:
    "Multipart form, or the file itself as the body with its name in Content-Disposition. The file is read in the component's format, or in another format that matches its name.",
  permission: "upload.perform, and the permission for the method",
  tag: "files",
  params: translationParams,
  query: z.object({ dry_run: z.boolean().default(false).describe("Only tell what the upload would do.") }),
  body: UploadBody,
  answer: UploadResult,
  file: "file",
} as const;

export const uploadTranslationFile = endpoint({ method: "POST", status: 200, ...upload });
export const putTranslationFile = endpoint({ method: "PUT", status: 200, ...upload });

export const downloadMonolingualBase = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/monolingual_base/",
  since: "2.6",
  summary: "Base file of a monolingual component",
  permission: "translation.download",
  tag: "files",
  params: componentParams,
  media: BINARY,
});

export const downloadNewTemplate = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/new_template/",
  since: "2.6",
  summary: "Template file for new translations",
  permission: "translation.download",
  tag: "files",
  params: componentParams,
  media: BINARY,
});

export const downloadComponentFiles = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/file/",
  since: "5.0",
  summary: "Archive of all files of a component",
  permission: "translation.download",
  tag: "files",
  params: componentParams,
  query: z.object({ format: archiveFormat }),
  media: ZIP,
});

export const downloadProjectFiles = endpoint({
  method: "GET",
  path: "/api/projects/{project}/file/",
  since: "5.5",
  summary: "Archive of all translations of a project",
  permission: "translation.download",
  tag: "files",
  params: z.object({ project: slugPart }),
  query: z.object({ format: archiveFormat, language_code: given(50) }),
  media: ZIP,
});

export const downloadProjectLanguageFiles = endpoint({
  method: "GET",
  path: "/api/projects/{project}/languages/{language}/file/",
  since: "5.15",
  summary: "Archive of one language of a project",
  permission: "translation.download",
  tag: "files",
  description: "Components without the language are left out; the archive is empty when nothing matches.",
  params: z.object({ project: slugPart, language: z.string().max(50) }),
  query: z.object({
    format: archiveFormat,
    filter: z.string().max(100).optional().describe("Only components with this in their slug."),
  }),
  media: ZIP,
});
