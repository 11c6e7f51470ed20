import type { BrowserContext, Request } from "@playwright/test";

/** Bytes that came over the wire, as the server compressed them. */
export interface Weight {
  scripts: number;
  fonts: number;
}

/** What a page loads until nothing more comes, in a browser that has kept nothing: the cookies of a context alone go along. */
export async function firstLoad(signedIn: BrowserContext, url: string): Promise<Weight> {
  const browser = signedIn.browser();
  if (!browser) throw new Error("The context has no browser.");
  const context = await browser.newContext({ storageState: await signedIn.storageState() });
  const page = await context.newPage();
  const done: Request[] = [];
  page.on("requestfinished", (request) => done.push(request));
  await page.goto(url);
  // The editor's stream of events stays open: there is no moment without a request to wait for.
  await page.waitForTimeout(5000);
  const weight: Weight = { scripts: 0, fonts: 0 };
  for (const request of done) {
    const kind = request.resourceType();
    if (kind !== "script" && kind !== "font") continue;
    const { responseBodySize } = await request.sizes();
    if (kind === "script") weight.scripts += responseBodySize;
    else weight.fonts += responseBodySize;
  }
  await context.close();
  return weight;
}
