import type { z } from "zod";
import { HttpError, problemOf } from "@/lib/api/errors";
import { stringify } from "@/lib/api/json";

/** Answers of the editor's own routes. They are no part of the API: nothing is throttled, nothing is promised. */

const LIMIT = 4_000_000;

function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(stringify(value), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}

/** What `work` gives as JSON, or its error with the sentence for a person. */
export async function answer(work: () => Promise<{ status?: number; body: unknown }>): Promise<Response> {
  try {
    const { status, body } = await work();
    return json(body, status);
  } catch (error) {
    const problem = problemOf(error);
    return json(problem.body, problem.status);
  }
}

/** The JSON body of a request. @throws HttpError 413 or 400 */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  const text = declared > LIMIT ? undefined : await request.text();
  if (text === undefined || text.length > LIMIT)
    throw new HttpError(413, "too_large", `The text is longer than ${LIMIT} bytes.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpError(400, "parse_error", "The request is no JSON.");
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new HttpError(400, "invalid", `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "cannot be used"}`);
  }
  return parsed.data;
}
