import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { bringCatalogue, messagesOf } from "@/lib/text/messages/catalogue";
import { faultsOf } from "@/lib/text/messages/compare";
import { isMessage, type MessageTree } from "@/lib/text/messages/translator";
import { EnvironmentError, environment } from "./environment";
import { log } from "./log";

/** Catalogues of the interface that lie outside of the program: a further language, or better words of one. */

type Compile = (message: string) => ReturnType<typeof import("icu-minify/compile")["default"]>;

interface Reading {
  compile: Compile;
  faults: string[];
}

/** The messages of a file that can be said; the others are told in `faults` and left out. */
function usable(given: unknown, english: MessageTree, reading: Reading, path = ""): MessageTree {
  const messages: Record<string, MessageTree[string]> = {};
  if (typeof given !== "object" || given === null) return messages;
  for (const [key, value] of Object.entries(given)) {
    const usual = Object.hasOwn(english, key) ? english[key] : undefined;
    if (usual === undefined || value === "") continue;
    if (!isMessage(usual)) messages[key] = usable(value, usual, reading, `${path}${key}.`);
    else if (typeof value !== "string") reading.faults.push(`${path}${key} is not a text`);
    else
      try {
        // Choices have no prototype as the compiler makes them, and could not be sent with a page.
        const message = JSON.parse(JSON.stringify(reading.compile(value))) as ReturnType<Compile>;
        const faults = faultsOf(message, usual);
        if (faults.length === 0) messages[key] = message;
        else reading.faults.push(`${path}${key}: ${faults.join(", ")}`);
      } catch (error) {
        reading.faults.push(`${path}${key}: ${(error as Error).message}`);
      }
  }
  return messages;
}

/** The code of a file's language as in HTML; undefined when its name is none. */
function languageOf(file: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(file.slice(0, -".json".length).replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}

const SHOWN = 20;

/**
 * Reads the catalogues of the folder that LOQUAT_MESSAGES names. A message that cannot be used is told in the log, and
 * said as if it were not there.
 * @throws EnvironmentError when the folder or a file in it cannot be read
 */
export async function readCatalogueFolder(): Promise<void> {
  const folder = environment().messages;
  if (folder === undefined) return;
  const failed = (what: string) => new EnvironmentError(`LOQUAT_MESSAGES: ${what}`);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw failed(`the folder "${folder}" cannot be read (${error.code}).`);
  });
  const { default: compile } = await import("icu-minify/compile");
  for (const name of names.filter((one) => one.endsWith(".json")).sort()) {
    const language = languageOf(name);
    if (language === undefined) throw failed(`"${name}" is not named by the code of a language, such as nl.json.`);
    let given: unknown;
    try {
      given = JSON.parse(await readFile(join(folder, name), "utf8"));
    } catch (error) {
      throw failed(`"${name}" cannot be read: ${(error as Error).message}`);
    }
    const reading: Reading = { compile, faults: [] };
    bringCatalogue(language, usable(given, messagesOf("en"), reading));
    for (const fault of reading.faults.slice(0, SHOWN))
      log.warn(`LOQUAT_MESSAGES, ${name}: ${fault}. The text is not used.`);
    if (reading.faults.length > SHOWN)
      log.warn(`LOQUAT_MESSAGES, ${name}: ${reading.faults.length - SHOWN} more texts are not used.`);
  }
}
