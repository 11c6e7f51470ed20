import { type APIRequestContext, expect, test } from "@playwright/test";
import { type Garden, makeGarden } from "./support/garden";
import { PAGES, type Places } from "./support/pages";
import { makePlaces } from "./support/places";
import { askApi, saveButton, signIn, stage } from "./support/stage";

/** Every page as somebody sees it who is not signed in. */

let garden: Garden;
let places: Places;

test.beforeAll(async () => {
  garden = await makeGarden();
  places = await makePlaces(garden);
});

/** What an address answers: its status, and whether it asks to sign in. */
async function answerOf(request: APIRequestContext, address: string): Promise<string> {
  const answer = await request.get(stage().base + address, { maxRedirects: 0 });
  const to = answer.headers().location ?? "";
  return to.includes("/accounts/login/?next=") ? "sign in" : to ? `to ${to}` : String(answer.status());
}

test("a page of a public project is there for visitors, or asks them to sign in", async ({ request }) => {
  const answers = new Map<string, string>();
  for (const address of Object.values(PAGES).flatMap((addressesOf) => addressesOf(places)))
    answers.set(address, await answerOf(request, address));
  // Who is not signed in has nothing to sign out of.
  expect(answers.get("/accounts/logout/")).toBe("to /");
  answers.delete("/accounts/logout/");
  expect([...answers].filter(([, answer]) => answer !== "200" && answer !== "sign in")).toEqual([]);
  for (const address of [`/lost/${garden.project}/`, `/addon/${places.addon}/`, "/manage/users/?add=1"])
    expect(answers.get(address), address).toBe("sign in");
  for (const address of [`/clashes/${garden.project}/`, `/clashes/${garden.project}/-/cs/`])
    expect(answers.get(address), address).toBe("200");
});

test("no page below an object says that a visible object is not there", async ({ request }) => {
  const { project } = garden;
  const { base } = stage();
  await askApi("/api/categories/", { name: "Fruit", slug: "fruit", project: `${base}/api/projects/${project}/` });
  const words = Object.keys(PAGES).flatMap((folder) => /^(.*)\/\[+\.\.\.path\]+$/.exec(folder)?.[1] ?? []);
  expect(words.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  const leads = new Set<string>();
  for (const word of words)
    for (const object of ["", "-/cs/", "fruit/", "app/", "app/cs/"]) {
      const address = `/${word}/${word === "checks" ? "-/" : ""}${project}/${object}`;
      const answer = await answerOf(request, address);
      // What there is only of other objects leads to this one.
      if (answer === `to /projects/${project}/${object}`) leads.add(word);
      else if (answer !== "200" && answer !== "sign in") wrong.push(`${address}: ${answer}`);
    }
  expect(wrong).toEqual([]);
  expect([...leads]).toEqual(expect.arrayContaining(["agreement", "engage", "settings"]));
  expect(await answerOf(request, `/settings/${project}/none/`)).toBe("404");
});

test("pages of a private project answer visitors as if it was not there", async ({ page, request }) => {
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${stage().base}/settings/${project}/`);
  await page.getByRole("radio", { name: /^Private/ }).check();
  await saveButton(page).click();
  await expect(page.getByText("settings are saved")).toBeVisible();
  for (const word of ["agreement", "clashes", "lost", "projects", "repository", "settings", "translate"])
    for (const object of ["", "app/", "app/cs/"])
      expect(await answerOf(request, `/${word}/${project}/${object}`), `${word} ${object}`).toBe("404");
});
