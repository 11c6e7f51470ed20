import { Invalid } from "@/lib/domain/errors";

/** Where the forms show what the domain says of fields that they call otherwise. */
const FIELDS: Readonly<Record<string, string>> = {
  docfile: "file",
  zipfile: "file",
  "sourceLanguage.code": "source_language",
};

/**
 * Runs what makes a component; what is wrong is said under the names of the form's fields.
 * @param own further fields that have other names in the form
 */
export async function underFormNames<T>(
  work: () => Promise<T>,
  own: Readonly<Record<string, string>> = {},
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const names = { ...FIELDS, ...own };
    throw new Invalid(error.fields.map((field) => ({ ...field, path: names[field.path] ?? field.path })));
  }
}
