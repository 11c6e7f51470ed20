const LONGEST_LINE = 8000;

/**
 * Makes output of tools fit for a task's log: without credentials in addresses, and without the lines with which a
 * tool counts its progress (they end in a percentage, or in one and a count).
 */
export function logText(text: string): string {
  return text
    .slice(0, 200_000)
    .split(/[\r\n]+/)
    .filter((line) => !isProgress(line))
    .map(withoutCredentials)
    .join("\n")
    .replaceAll("\0", "")
    .trim()
    .slice(0, LONGEST_LINE);
}

function isProgress(line: string): boolean {
  const tail = line.slice(-120).trimEnd();
  return /\d{1,3}%(?:$|\s*\(\d+\/\d+\))/.test(tail) && !/\bdone\.?$/.test(tail);
}

/** The text with user names, passwords and tokens of addresses taken out. */
export function withoutCredentials(text: string): string {
  return text
    .replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#]{1,500}@/gi, "$1")
    .replace(/([?&](?:access_token|private_token|token|password|secret|key)=)[^\s&]{1,500}/gi, "$1***");
}
