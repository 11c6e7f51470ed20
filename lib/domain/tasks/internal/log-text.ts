import { maskAddresses } from "@/lib/text/addresses";

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
    .map(maskAddresses)
    .join("\n")
    .replaceAll("\0", "")
    .trim()
    .slice(0, LONGEST_LINE);
}

function isProgress(line: string): boolean {
  const tail = line.slice(-120).trimEnd();
  return /\d{1,3}%(?:$|\s*\(\d+\/\d+\))/.test(tail) && !/\bdone\.?$/.test(tail);
}
