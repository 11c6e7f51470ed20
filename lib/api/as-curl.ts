/** Requests as commands for a shell. */

/** The word for a shell's single quotes. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Stands where a reader puts a token of their own. */
export const TOKEN_PLACEHOLDER = "YOUR_TOKEN";

/** A request with a body of JSON, with a placeholder for the token. */
export function asCurl(method: string, url: string, body: unknown): string {
  const headers = [`Authorization: Token ${TOKEN_PLACEHOLDER}`, "Content-Type: application/json"];
  return [
    `curl -X ${method}`,
    ...headers.map((header) => `  -H ${shellQuoted(header)}`),
    `  --data ${shellQuoted(JSON.stringify(body, null, 2))}`,
    `  ${shellQuoted(url)}`,
  ].join(" \\\n");
}
