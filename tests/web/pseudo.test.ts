import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type Garden, makeGarden } from "./support/garden";
import { PSEUDO } from "./support/pseudo";
import { signIn, stage } from "./support/stage";

/** The pages in languages made up for tests: whatever is still in English is not in the catalogue. */

let garden: Garden;

test.beforeAll(async () => {
  garden = await makeGarden();
});

/** A page of each kind: lists, forms, tabs, the editor; none that names what other tests make meanwhile. */
const pagesOf = ({ project }: Garden): readonly string[] => [
  "/",
  "/projects/",
  `/projects/${project}/`,
  `/projects/${project}/app/`,
  `/projects/${project}/app/cs/`,
  `/projects/${project}/-/cs/`,
  "/languages/",
  `/changes/?project=${project}`,
  `/access/${project}/`,
  `/access/${project}/?tab=invitations`,
  `/settings/${project}/`,
  `/settings/${project}/app/`,
  `/repository/${project}/app/`,
  `/upload/${project}/app/cs/`,
  `/download/${project}/app/cs/`,
  `/search/${project}/?q=state%3Aempty`,
  `/create/component/vcs/?project=${project}`,
  `/insights/${project}/`,
  "/accounts/profile/",
  "/accounts/profile/?tab=security",
  "/accounts/notices/",
  "/manage/",
  "/manage/users/?q=ada",
  "/manage/appearance/",
  `/translate/${project}/app/cs/`,
  `/zen/${project}/app/cs/`,
];

/** What the program calls its own things is English and stands in `lib`: checks, actions, formats, permissions, languages. */
function textsOfTheProgram(): string {
  return readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|json)$/.test(name) && !name.includes("generated"))
    .map((name) => readFileSync(join("lib", name), "utf8").replaceAll("\\", ""))
    .join("\n");
}

/** Examples, formats and people, and the names of days and months, which Intl gives in English here. */
const DATA =
  /Ada Min|\bada\b|\S*\/loquat-upstream-\S+|@?example\.org|https:\S+( or git@\S+)?|\b\w+-[0-9a-f]{8}\b|\bapp\b|\bApp\b|state:empty|\b[ap]m\b|reST|\b\p{Lu}\p{Ll}+day\b|\b(?:Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sep(tember)?|Oct(ober)?|Nov(ember)?|Dec(ember)?)\b|po_line_wrap.*|\bMain window\b/gu;

/** What of a text is neither of the catalogue, nor data, nor a name that the program gives. */
function strangeIn(text: string, known: string): boolean {
  return text
    .replaceAll(DATA, "\n")
    .split(/[^\p{ASCII}]+|\\|\{\{|\}\}|[\n;.:?!]|, /u)
    .some((part) => /[A-Za-z]{3}/.test(part) && !known.includes(part.trim()));
}

interface Found {
  words: string[];
  spills: string[];
  wide: number;
}

/** Words of ASCII that a reader sees or hears, what is cut off, and how far the page is too wide. */
async function look(page: Page): Promise<Found> {
  return page.evaluate(() => {
    const words = new Set<string>();
    const skipped =
      "script, style, template, time, code, kbd, pre, bdi, samp, textarea, option, [translate=no], [lang]:not(html), [data-pane] [dir]";
    const take = (text: string | null | undefined) => {
      if (/[A-Za-z]{3}/.test(text ?? "")) words.add((text ?? "").replace(/\s+/g, " ").trim());
    };
    // What stands there for browsers without script is markup to all others.
    const readable = ({ parentElement, nodeValue }: Node) =>
      parentElement?.tagName === "NOSCRIPT"
        ? new DOMParser().parseFromString(nodeValue ?? "", "text/html").body.textContent
        : nodeValue;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest(skipped)) take(readable(node));
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      if (!element.closest("[translate=no], [lang]:not(html)"))
        for (const name of ["aria-label", "title", "placeholder"]) take(element.getAttribute(name));
    const spills = [...document.querySelectorAll<HTMLElement>("button, summary, a[class*=rounded-control]")]
      .filter((element) => element.checkVisibility() && !element.closest(".sr-only"))
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .filter(
        (element) =>
          !element.querySelector(".truncate, .sr-only") && getComputedStyle(element).textOverflow !== "ellipsis",
      )
      .map((element) => element.outerHTML.slice(0, 200));
    const { scrollWidth, clientWidth } = document.documentElement;
    return { words: [...words], spills, wide: scrollWidth - clientWidth };
  });
}

for (const [language, direction, widths] of [
  [PSEUDO.leftToRight, "ltr", [1440, 360]],
  [PSEUDO.rightToLeft, "rtl", [360]],
] as const)
  test(`pages are wholly in ${language}, and nothing is cut off at ${widths.join(" and ")} px`, async ({
    page,
    context,
  }) => {
    const { base } = stage();
    await signIn(page);
    await context.addCookies([{ name: "loquat-language", value: language, url: base }]);
    const known = textsOfTheProgram();
    const problems: string[] = [];
    for (const address of pagesOf(garden)) {
      await page.setViewportSize({ width: widths[0], height: 800 });
      await page.goto(base + address);
      await expect(page.locator("html")).toHaveAttribute("dir", direction);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const { words, spills, wide } = await look(page);
        for (const text of words) if (strangeIn(text, known)) problems.push(`${address}, ${width} px: ${text}`);
        for (const spill of spills) problems.push(`${address}, ${width} px: cut off: ${spill}`);
        if (wide > 0) problems.push(`${address}: ${wide} px wider than the window of ${width} px`);
      }
    }
    expect(problems).toEqual([]);
  });
