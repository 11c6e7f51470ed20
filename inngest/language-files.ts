import { removeLanguageFile, writeLanguageFile } from "@/lib/domain/creation/language-files";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** The file of a language that was added. */
export const addLanguage = taskFunction(
  {
    id: "add-language",
    kind: "add-language",
    concurrencyKey: "repository",
    retries: 2,
    steps: { write: 100 },
  },
  async ({ data, step }) => step.run("write", () => writeLanguageFile(data.repository, data.translation)),
);

/** The file of a language that was removed. */
export const removeFile = taskFunction(
  {
    id: "remove-file",
    kind: "remove-file",
    concurrencyKey: "repository",
    retries: 2,
    steps: { remove: 100 },
  },
  async ({ data, step }) => step.run("remove", () => removeLanguageFile(data)),
);
