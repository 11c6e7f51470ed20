"use server";

import { CHOOSABLE, rememberColumns } from "./chosen-columns";
import { type FormState, FRESH_FORM } from "./form-state";

/** Keeps the columns that a reader ticked for a table, or goes back to the usual ones. */
export async function chooseColumns(_: FormState, form: FormData): Promise<FormState> {
  const table = CHOOSABLE.find((name) => name === form.get("table"));
  if (!table) return FRESH_FORM;
  const keys = form.getAll("column").filter((key) => typeof key === "string" && /^[a-zA-Z]{1,20}$/.test(key));
  await rememberColumns(table, form.has("usual") ? undefined : (keys as string[]).slice(0, 20));
  return FRESH_FORM;
}
