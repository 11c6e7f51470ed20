import { existsSync } from "node:fs";
import chromium from "@sparticuz/chromium";

/** A Chromium of the machine, else the one that comes as a package. */
export async function findBrowser(): Promise<string> {
  const places = [
    process.env.CHROMIUM_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ];
  return places.find((place) => place !== undefined && existsSync(place)) ?? chromium.executablePath();
}

/** The package's own list is not used: it hangs on the second page and switches web security off. */
export const BROWSER_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
