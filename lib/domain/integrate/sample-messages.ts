import { languages, translations, users } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";
import { compileTemplate, render } from "@/lib/text/templates/template";
import type { TemplateValues } from "@/lib/text/templates/values";
import { TEMPLATE_VARIABLES } from "@/lib/text/templates/variables";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { type ComponentRow, scopeOf } from "../components/components";
import { type Worded, worded } from "../errors";
import { commitEmailIn, commitNameIn } from "../users/commit-identity";
import { type MessageFile, type MessageKind, variables } from "./commit-message";

const [t, l, a] = [translations.as("t"), languages.as("l"), users.as("a")];

/** What a template of a message gives: a message as it would be now, or what is wrong with it and where. */
export type SampleMessage = { text: string } | { problem: Worded; line: number; column: number };

/** The name of an add-on in samples. */
const ADDON = "Update PO files";

/** Which messages tell of one language's file. */
const OF_A_FILE: readonly MessageKind[] = ["commitMessage", "addMessage", "deleteMessage"];

/**
 * Messages as templates would make them now, with a language of the component and whoever asks as its author. Needs
 * `component.edit`. What is wrong with a template is told with the place.
 */
export async function sampleMessages<Kind extends MessageKind>(
  actor: Actor,
  component: ComponentRow,
  templates: Readonly<Record<Kind, string>>,
): Promise<Record<Kind, SampleMessage>> {
  demand(actor, "component.edit", scopeOf(component));
  const common = await variables(component);
  const file = await sampleFile(actor, component);
  const ofFile = file ? await variables(component, file) : common;
  const addon = { ...common, addon_name: ADDON, hook_name: ADDON };
  const sample = (kind: MessageKind, template: string): SampleMessage =>
    sampleOf(kind, template, OF_A_FILE.includes(kind) ? ofFile : kind === "addonMessage" ? addon : common);
  return Object.fromEntries(
    Object.entries<string>(templates).map(([kind, template]) => [kind, sample(kind as MessageKind, template)]),
  ) as Record<Kind, SampleMessage>;
}

function sampleOf(kind: MessageKind, template: string, values: TemplateValues): SampleMessage {
  const compiled = compileTemplate(template, TEMPLATE_VARIABLES[kind]);
  if (!(compiled instanceof Error)) return { text: render(compiled, values).trim() };
  const lines = template.slice(0, compiled.position).split("\n");
  return { problem: worded(compiled.said), line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** A translation with a file, by the name of its language; none in a component without any. */
async function sampleFile(actor: Actor, component: ComponentRow): Promise<MessageFile | undefined> {
  const row = await db.one(sql`
    select ${pick(t, "id", "filename")}, ${named({ languageDbCode: l.code, languageName: l.name })}
    from ${t} join ${l} on ${l.id} = ${t.languageId}
    where ${t.componentId} = ${component.id} and not ${t.isSource} order by ${t.filename} = '', ${l.name} limit 1`);
  if (!row) return undefined;
  const project = sql`${component.projectId}::int`;
  const person = await db.one(sql`
    select ${named({ author: asText(sql`${commitNameIn(project)} || ' <' || ${commitEmailIn(project)} || '>'`) })}
    from ${a} where ${a.id} = ${actor.userId}`);
  const { languageName, ...translation } = row;
  return { translation, languageName, author: person?.author ?? actor.fullName };
}
