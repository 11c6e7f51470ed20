import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, expect, type Page } from "@playwright/test";

/** What the tests know of the server that was started for them. */
export const STAGE_FILE = join(process.cwd(), ".loquat", "web-stage.json");

export interface Stage {
  base: string;
  /** Its data folder. */
  data: string;
  /** A token of the administrator. */
  token: string;
}

export function stage(): Stage {
  return JSON.parse(readFileSync(STAGE_FILE, "utf8")) as Stage;
}

export interface Person {
  username: string;
  password: string;
}

export const ADMIN = {
  username: "ada",
  name: "Ada Min",
  email: "ada@example.org",
  password: "a long and quiet river",
};

/** Asks the API as the administrator: GET without a body, else POST unless another method is named. A form goes as one. */
export async function askApi<Answer>(
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
): Promise<Answer> {
  const { base, token } = stage();
  const answer = await fetch(base + path, {
    method,
    headers: {
      authorization: `Token ${token}`,
      ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

type Cookies = Parameters<BrowserContext["addCookies"]>[0];

/** Cookies of those who have signed in: signing in for every test would soon be one attempt too many. */
const sessions = new Map<string, Cookies>();

/** Signs somebody in, the administrator when nobody is named. Which page is open then is not said: open one. */
export async function signIn(page: Page, who: Person = ADMIN): Promise<void> {
  const { base } = stage();
  const known = sessions.get(who.username);
  if (known) {
    await page.context().addCookies(known);
    return;
  }
  await page.goto(`${base}/accounts/login/`);
  await page.getByLabel("User name or e-mail").fill(who.username);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${base}/`);
  sessions.set(who.username, await page.context().cookies());
}

/** The button that saves a form of settings: it counts what was changed. */
export const saveButton = (page: Page) => page.getByRole("button", { name: /^Save (settings|\d+ changes?)$/ });

/** The basics that every page must have: one h1, landmarks, names on all controls, no scroll to the side. */
export async function expectSound(page: Page): Promise<void> {
  await expect(page.locator("h1")).toHaveCount(1);
  await expect(page.locator("main")).toHaveCount(1);
  const problems = await page.evaluate(() => {
    const found: string[] = [];
    const named = (element: Element) =>
      element.getAttribute("aria-label") ||
      element.getAttribute("aria-labelledby") ||
      element.textContent?.trim() ||
      element.getAttribute("title");
    for (const control of document.querySelectorAll("input:not([type=hidden]):not([hidden]), select, textarea")) {
      const labels = (control as HTMLInputElement).labels;
      if (!labels?.length && !control.getAttribute("aria-label"))
        found.push(`no label: ${control.outerHTML.slice(0, 120)}`);
    }
    for (const control of document.querySelectorAll("a[href], button"))
      if (!named(control)) found.push(`no name: ${control.outerHTML.slice(0, 120)}`);
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) found.push(`id twice: ${id}`);
    for (const image of document.querySelectorAll("img:not([alt])"))
      found.push(`no alt: ${image.outerHTML.slice(0, 80)}`);
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) found.push(`${wide} px wider than the window`);
    return found;
  });
  expect(problems, page.url()).toEqual([]);
}

/** What scrolls is reached by keys, and what is read aloud of a button holds what it shows (WCAG 2.2, 2.1.1 and 2.5.3). */
export async function expectReachable(page: Page): Promise<void> {
  const problems = await page.evaluate(() => {
    const found: string[] = [];
    for (const box of document.querySelectorAll<HTMLElement>("main *")) {
      const scrolls = box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX);
      const reached = box.tabIndex >= 0 || box.querySelector("a[href], button, input, select, textarea, [tabindex]");
      if (scrolls && !reached) found.push(`scrolls without keys: ${box.outerHTML.slice(0, 120)}`);
    }
    const plain = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();
    for (const button of document.querySelectorAll<HTMLElement>("main button[aria-label]")) {
      const shown = plain(button.innerText);
      if (/\p{L}/u.test(shown) && !plain(button.ariaLabel ?? "").includes(shown))
        found.push(`is read otherwise: ${button.outerHTML.slice(0, 160)}`);
    }
    return found;
  });
  expect(problems, page.url()).toEqual([]);
}
