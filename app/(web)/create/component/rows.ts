import { z } from "zod";
import { checkbox, readForm, text } from "@/app/ui/answer-form";
import { type FieldError, Invalid, sentenceOf, worded } from "@/lib/domain/errors";
import { refusal } from "@/lib/text/messages/refusal";
import { slugify } from "@/lib/text/slug";
import { MOST_PROPOSALS } from "./state";

/** The rows of the wizard's form: components that were found, or one described by hand. */

function rowSchema(index: number) {
  return z
    .object({
      [`pick-${index}`]: checkbox,
      [`name-${index}`]: text(100),
      [`slug-${index}`]: text(100),
      [`filemask-${index}`]: text(400),
      [`format-${index}`]: text(50),
      [`template-${index}`]: text(400),
      [`new_base-${index}`]: text(400),
      [`source-${index}`]: text(50),
    })
    .transform((given) => {
      const read = (name: string) => String(given[`${name}-${index}`] ?? "").trim();
      return {
        name: read("name"),
        slug: read("slug") || slugify(read("name")),
        filemask: read("filemask"),
        fileFormat: read("format"),
        template: read("template"),
        newBase: read("new_base"),
        sourceLanguage: read("source"),
      };
    });
}

type Row = z.output<ReturnType<typeof rowSchema>>;

/** Wire names of fields that the rows call otherwise. */
const ROW_FIELDS: Readonly<Record<string, string>> = {
  name: "name",
  slug: "slug",
  filemask: "filemask",
  fileFormat: "format",
  template: "template",
  newBase: "new_base",
  sourceLanguage: "source",
};

/** Rows that are ticked. @throws Invalid */
function chosenRows(form: FormData): (Row & { index: number })[] {
  const rows = [];
  for (let index = 0; index <= MOST_PROPOSALS; index++)
    if (form.has(`pick-${index}`)) rows.push({ index, ...readForm(rowSchema(index), form) });
  return rows;
}

/** Errors of one component under the names that its row has in the form. */
function inRow(error: Invalid, index: number, name: string): FieldError[] {
  return error.fields.map((field) => {
    const own = ROW_FIELDS[field.path];
    return own
      ? { code: field.code, path: `${own}-${index}`, ...worded(refusal("ofThing", { name, why: sentenceOf(field) })) }
      : field;
  });
}

/**
 * Makes the components that are ticked, one after the other, and names the slug of each in `done`.
 * @param words what is said when none is ticked, and of a component without a name
 * @throws Invalid with all that is wrong, under the names of the rows
 */
export async function makeRows(
  form: FormData,
  done: string[],
  words: { noneTicked: string; unnamed: string },
  make: (row: Row, index: number) => Promise<{ slug: string }>,
): Promise<void> {
  const rows = chosenRows(form).filter((row) => !done.includes(row.slug));
  if (rows.length === 0) throw Invalid.field("", words.noneTicked);
  const problems: FieldError[] = [];
  for (const { index, ...row } of rows) {
    try {
      done.push((await make(row, index)).slug);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      problems.push(...inRow(error, index, row.name || words.unnamed));
    }
  }
  if (problems.length > 0)
    throw new Invalid([...new Map(problems.map((one) => [`${one.path}\n${one.message}`, one])).values()]);
}
