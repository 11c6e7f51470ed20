import { expect, type Locator } from "@playwright/test";

/** What a field of the editor holds, whichever kind of field it is. */
export const written = (field: Locator): Promise<string> =>
  field.evaluate((element) => {
    if (element instanceof HTMLTextAreaElement) return element.value;
    const text = (line: Element) => {
      const copy = line.cloneNode(true) as Element;
      for (const mark of copy.querySelectorAll("[aria-hidden]")) mark.remove();
      return copy.textContent ?? "";
    };
    return [...element.querySelectorAll(".cm-line")].map(text).join("\n");
  });

/** Waits until a field of the editor holds a text. */
export async function expectWritten(field: Locator, text: string, timeout = 15_000): Promise<void> {
  await expect(async () => expect(await written(field)).toBe(text)).toPass({ timeout });
}

/** Chooses in a list that is narrowed by typing, once its script is there. */
export async function chooseByTyping(list: Locator, words: string): Promise<void> {
  await expect(list).toHaveAttribute("aria-autocomplete", "list");
  await list.fill(words);
  await list.press("Enter");
}
