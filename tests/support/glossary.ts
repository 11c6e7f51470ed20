import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { findTranslation } from "@/lib/domain/translations/translations";
import { addUnit } from "@/lib/domain/units/add-unit";
import { changeUnit } from "@/lib/domain/units/change-unit";
import type { Upstream } from "./git";
import { connect } from "./loop";

/** A project with one component of English strings, and a glossary in the same languages. */
export async function withGlossary(
  actor: Actor,
  strings: Record<string, string>,
  languages: readonly string[] = ["cs", "de"],
): Promise<{ component: ComponentRow; glossary: ComponentRow; upstream: Upstream }> {
  const files = Object.fromEntries([
    ["l/en.json", `${JSON.stringify(strings, null, 2)}\n`],
    ...languages.map((code) => [`l/${code}.json`, "{}\n"]),
  ]);
  const { component, upstream } = await connect(actor, files, {
    filemask: "l/*.json",
    template: "l/en.json",
    fileFormat: "json",
  });
  const tbx = (code: string) => ({ path: `${code}.tbx`, content: new TextEncoder().encode(emptyTbx(code)) });
  const made = await createComponent(
    actor,
    component.project.slug,
    {
      name: "Terms",
      slug: "terms",
      filemask: "*.tbx",
      fileFormat: "tbx",
      sourceLanguage: "en",
      isGlossary: true,
      manageUnits: true,
    },
    { files: languages.map(tbx) },
  );
  await importComponent(made.id, () => {});
  return { component, upstream, glossary: await findComponentById(actor, made.id) };
}

const emptyTbx = (code: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core (DXFcdV04)//EN" "TBXcdv04.dtd">\n<martif type="TBX" xml:lang="${code}">\n <martifHeader>\n  <fileDesc>\n   <sourceDesc>\n    <p>Loquat</p>\n   </sourceDesc>\n  </fileDesc>\n </martifHeader>\n <text>\n  <body/>\n </text>\n</martif>\n`;

/** Adds a term in all languages of a glossary. @returns id of its source string */
export async function addTerm(actor: Actor, glossary: ComponentRow, source: string, extraFlags = "", context = "") {
  const english = await findTranslation(actor, glossary, "en");
  const unit = await addUnit(actor, english, { context, sources: [source] });
  if (extraFlags !== "") await changeUnit(actor, unit.id, { extraFlags });
  return unit.id;
}
