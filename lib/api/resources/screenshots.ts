import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponent } from "@/lib/domain/components/components";
import { type FieldError, Invalid, NotFound, worded } from "@/lib/domain/errors";
import type { Region, ScreenshotRow } from "@/lib/domain/screenshots/screenshots";
import { findTranslation, type TranslationRow } from "@/lib/domain/translations/translations";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { attachment } from "../downloads";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, componentPart, idPart, longIdPart } from "../fields";
import { componentParams } from "./components";

/** All the outside sees of screenshots; the contract 3.12 and 4.17. */

export const Screenshot = schema(
  "Screenshot",
  z.object({
    id: z.int(),
    name: z.string(),
    repository_filename: z.string(),
    translation: address,
    component: address,
    file_url: address,
    units: z.array(address),
    regions: z
      .array(z.object({ unit: address, region: z.array(z.int()) }))
      .describe("Where strings stand in the image: x, y, width and height in pixels."),
    found_text: z.string().describe("Lines that were read in the image; language models are told of them."),
    url: address,
  }),
);

const CreatedScreenshot = schema("CreatedScreenshot", Screenshot.extend({ image: address }));

const image = z.instanceof(Blob, { error: "Send the image as a part named image of a multipart form." });

const Texts = z.object({
  name: z.string().min(1).max(200),
  repository_filename: z.string().max(200).optional(),
});
const Changed = Texts.extend({
  found_text: z.string().max(5000).optional().describe('Lines that can be read in the image; "" removes them.'),
});

const params = z.object({ id: idPart });
const tag = "Screenshots";
const query = z.object({ q: z.string().max(10_000).optional().describe("A search for screenshots. Loquat only.") });
const permission = "screenshot.edit";

export const listScreenshots = endpoint({
  method: "GET",
  path: "/api/screenshots/",
  since: "2.18",
  tag,
  summary: "Screenshots",
  description: "Screenshots that you can see, by id.",
  query,
  answer: pageOf(Screenshot),
});
export const listComponentScreenshots = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/screenshots/",
  since: "2.18",
  tag: "Components",
  summary: "Screenshots of a component",
  params: componentParams,
  query,
  answer: pageOf(Screenshot),
});
export const createScreenshot = endpoint({
  method: "POST",
  path: listScreenshots.path,
  since: "2.18",
  tag,
  summary: "Upload a screenshot",
  description: "A multipart form. PNG, JPEG, APNG, GIF or WebP of at most 2000 × 2000 pixels.",
  permission: "screenshot.add",
  body: Texts.extend({
    image,
    project_slug: z.string().min(1).max(100),
    component_slug: z.string().min(1).max(1000),
    language_code: z.string().min(1).max(50),
  }),
  answer: CreatedScreenshot,
  status: 201,
});
export const readScreenshot = endpoint({
  method: "GET",
  path: "/api/screenshots/{id}/",
  since: "2.18",
  tag,
  summary: "Screenshot",
  params,
  answer: Screenshot,
});
export const replaceScreenshot = endpoint({
  method: "PUT",
  path: readScreenshot.path,
  since: "4.0",
  tag,
  summary: "Replace the details of a screenshot",
  permission,
  params,
  body: Changed,
  answer: Screenshot,
});
export const changeScreenshot = endpoint({
  method: "PATCH",
  path: readScreenshot.path,
  since: "4.0",
  tag,
  summary: "Change the details of a screenshot",
  permission,
  params,
  body: Changed.partial(),
  answer: Screenshot,
});
export const deleteScreenshot = endpoint({
  method: "DELETE",
  path: readScreenshot.path,
  since: "4.0",
  tag,
  summary: "Delete a screenshot",
  permission: "screenshot.delete",
  params,
});
export const readScreenshotFile = endpoint({
  method: "GET",
  path: "/api/screenshots/{id}/file/",
  since: "2.18",
  tag,
  summary: "Image of a screenshot",
  params,
  media: ["application/binary"],
});

const replacing = {
  path: readScreenshotFile.path,
  since: "2.18",
  tag,
  summary: "Replace the image of a screenshot",
  permission,
  params,
  body: z.object({ image }),
  answer: z.object({ result: z.literal(true) }),
  status: 200,
} as const;

export const postScreenshotFile = endpoint({ method: "POST", ...replacing });
export const putScreenshotFile = endpoint({ method: "PUT", ...replacing });

export const addScreenshotUnit = endpoint({
  method: "POST",
  path: "/api/screenshots/{id}/units/",
  since: "4.0",
  tag,
  summary: "Link a string to a screenshot",
  permission,
  params,
  body: z.object({
    unit_id: longIdPart,
    region: z
      .array(z.int())
      .length(4)
      .nullable()
      .optional()
      .describe("Where the string stands in the image: x, y, width and height in pixels."),
  }),
  answer: Screenshot,
  status: 200,
});
export const removeScreenshotUnit = endpoint({
  method: "DELETE",
  path: "/api/screenshots/{id}/units/{unit}/",
  since: "4.0",
  tag,
  summary: "Unlink a string from a screenshot",
  permission,
  params: params.extend({ unit: longIdPart }),
});

/** A screenshot as the outside sees it. */
export function presentScreenshot(row: ScreenshotRow): Answer<typeof Screenshot> {
  const place = { projectSlug: row.projectSlug, categoryPath: row.categoryPath, componentSlug: row.componentSlug };
  const links = urls.screenshot(row.id);
  return {
    id: row.id,
    name: row.name,
    repository_filename: row.repositoryFilename,
    translation: urls.translation({ ...place, languageCode: row.languageCode }).api,
    component: urls.component(place).api,
    file_url: links.file,
    units: row.units.map((id) => urls.unit(id)),
    regions: row.regions.map(({ unit, x, y, width, height }) => ({
      unit: urls.unit(unit as number),
      region: [x, y, width, height] as number[],
    })),
    found_text: row.foundText,
    url: links.api,
  };
}

/** A screenshot that has just been made. */
export const presentCreated = (row: ScreenshotRow): Answer<typeof CreatedScreenshot> => ({
  ...presentScreenshot(row),
  image: urls.screenshot(row.id).file,
});

/** A region of four numbers, as their schema has seen to. */
export const regionOf = (given: number[] | null | undefined): Region | null | undefined =>
  given as unknown as Region | null | undefined;

/** Bytes of an uploaded part. */
export const bytesOf = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());

/** The translation that three fields of a form name. @throws Invalid with the same sentence on all three */
export async function namedTranslation(
  actor: Actor,
  body: { project_slug: string; component_slug: string; language_code: string },
): Promise<TranslationRow> {
  const component = componentPart.safeParse(body.component_slug);
  try {
    if (!component.success) throw new NotFound(refusal("apiNotComponent"));
    const found = await findComponent(actor, { projectSlug: body.project_slug, ...component.data });
    return await findTranslation(actor, found, body.language_code);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const why = worded(refusal("namedTranslationUnseen"));
    throw new Invalid(
      ["project_slug", "component_slug", "language_code"].map(
        (path): FieldError => ({ path, code: "does_not_exist", ...why }),
      ),
    );
  }
}

/** The picture for a page, which knows it by the key of its file: a replaced one has another address. */
export function shownImage(row: ScreenshotRow, content: Uint8Array): Response {
  return new Response(content as BodyInit, {
    headers: {
      "Content-Type": row.mimeType,
      "Content-Disposition": "inline",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Cache-Control": "private, max-age=86400",
    },
  });
}

/** The picture as an attachment, named like the screenshot. */
export function imageAnswer(row: ScreenshotRow, content: Uint8Array): Response {
  return attachment(content, row.name.slice(0, 100) + row.fileKey.slice(row.fileKey.lastIndexOf(".")));
}
