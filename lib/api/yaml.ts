/** JSON values as YAML, for documents of our own: block style, every text in double quotes where it needs any. */

const PLAIN = /^[A-Za-z_/][A-Za-z0-9_/ .,;()-]*$/;
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

function scalar(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value ?? null);
  const plain = PLAIN.test(value) && !WORDS.test(value) && !value.endsWith(" ") && !value.includes(" #");
  return plain ? value : JSON.stringify(value);
}

const isEmpty = (value: object): boolean =>
  Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;

function lines(value: unknown, indent: string, out: string[]): void {
  const put = (head: string, item: unknown) => {
    if (typeof item !== "object" || item === null) out.push(`${indent}${head} ${scalar(item)}`);
    else if (isEmpty(item)) out.push(`${indent}${head} ${Array.isArray(item) ? "[]" : "{}"}`);
    else {
      out.push(`${indent}${head}`);
      lines(item, `${indent}  `, out);
    }
  };
  if (Array.isArray(value)) for (const item of value) put("-", item);
  else for (const [name, item] of Object.entries(value as object)) put(`${scalar(name)}:`, item);
}

/** The value, an object or a list, as YAML. */
export function toYaml(value: object): string {
  const out: string[] = [];
  lines(value, "", out);
  return `${out.join("\n")}\n`;
}
