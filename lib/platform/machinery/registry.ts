import { azure } from "./azure";
import { chatEngines } from "./chat";
import { deepl } from "./deepl";
import type { Engine } from "./engine";
import { google } from "./google";
import { libretranslate, ltengine } from "./libretranslate";
import { modernmt } from "./modernmt";
import { mymemory } from "./mymemory";

/** Every service outside that Loquat can ask: one line and one file each. */
export const engines: readonly Engine[] = [
  libretranslate,
  ltengine,
  deepl,
  google,
  azure,
  modernmt,
  mymemory,
  ...chatEngines,
];

const byName = new Map(
  engines.flatMap((engine) => [engine.id, ...(engine.aliases ?? [])].map((name) => [name, engine])),
);

/** A service by its id or one of its other names. */
export function findEngine(name: string): Engine | undefined {
  return byName.get(name);
}
