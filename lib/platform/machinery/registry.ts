import { anthropic } from "./anthropic";
import { apertium } from "./apertium";
import { aws } from "./aws";
import { azure } from "./azure";
import { chatEngines } from "./chat";
import { alibaba, baidu, youdao } from "./chinese";
import { deepl } from "./deepl";
import type { Engine, EngineField } from "./engine";
import { etranslation } from "./etranslation";
import { google } from "./google";
import { googleAdvanced } from "./google-v3";
import { libretranslate, ltengine } from "./libretranslate";
import { modernmt } from "./modernmt";
import { mymemory } from "./mymemory";
import { sap } from "./sap";
import { systran } from "./systran";
import { tmserver } from "./tmserver";
import { yandex, yandexCloud } from "./yandex";

/** Which language a service translates from: what is automatic is the one that the language is translated from. */
const SOURCE: EngineField = {
  name: "source_language",
  label: "source",
  kind: "choice",
  choices: ["auto", "source", "secondary"],
  sparse: true,
  help: "sourceHelp",
};

/** One line for each service, and a file for each family. */
const FAMILIES: readonly Engine[] = [
  libretranslate,
  ltengine,
  deepl,
  google,
  googleAdvanced,
  azure,
  aws,
  modernmt,
  mymemory,
  apertium,
  etranslation,
  systran,
  sap,
  tmserver,
  yandex,
  yandexCloud,
  alibaba,
  baidu,
  youdao,
  ...chatEngines,
  anthropic,
];

/** Every service outside that Loquat can ask. */
export const engines: readonly Engine[] = FAMILIES.map((engine) => ({ ...engine, fields: [...engine.fields, SOURCE] }));

const byName = new Map(
  engines.flatMap((engine) => [engine.id, ...(engine.aliases ?? [])].map((name) => [name, engine])),
);

/** A service by its id or one of its other names. */
export function findEngine(name: string): Engine | undefined {
  return byName.get(name);
}
