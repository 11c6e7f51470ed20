import { z } from "zod";
import type { ComponentRow } from "@/lib/domain/components/components";
import { type FieldError, Invalid, worded } from "@/lib/domain/errors";
import { FORMAT_PARAMS, type FormatParam, paramsOf, valueProblem } from "@/lib/text/formats/kernel/params";

/** Name of a parameter's control in the form. */
export const paramField = (name: string): string => `file_format_params.${name}`;

/** Parameters in the form of a component's settings; those that are not there stay as they are. */
export const formatParamSchema = z.object(
  Object.fromEntries(FORMAT_PARAMS.map(({ name }) => [paramField(name), z.string().max(100).optional()])),
);

/**
 * The component's parameters with what the form says: an empty control takes its parameter away.
 * @throws Invalid naming the controls
 */
export function paramValues(
  given: z.output<typeof formatParamSchema>,
  { fileFormat, fileFormatParams: stored }: ComponentRow,
): Record<string, unknown> {
  const values = { ...stored };
  const problems: FieldError[] = [];
  for (const param of paramsOf(fileFormat)) {
    const { name } = param;
    const text = given[paramField(name)]?.trim();
    if (text === undefined || text === shown(stored[name])) continue;
    if (text === "") {
      delete values[name];
      continue;
    }
    const value = readValue(param, text);
    const problem = valueProblem(param, value);
    if (problem) problems.push({ path: paramField(name), code: "invalid_choice", ...worded(problem) });
    else values[name] = value;
  }
  if (problems.length > 0) throw new Invalid(problems);
  return values;
}

const shown = (value: unknown): string => (value === undefined ? "" : String(value));

function readValue({ allowed }: FormatParam, text: string): unknown {
  if (allowed.kind === "choice") return allowed.choices.find(([one]) => String(one) === text)?.[0] ?? text;
  return allowed.kind === "whole" && /^-?\d{1,9}$/.test(text) ? Number(text) : text;
}
