import { environment } from "@/lib/platform/environment";
import { repositoryPath } from "@/lib/text/formats/catalogue";
import { refusal } from "@/lib/text/messages/refusal";
import { compileTemplate, render } from "@/lib/text/templates/template";
import type { TemplateValues } from "@/lib/text/templates/values";
import { TEMPLATE_VARIABLES } from "@/lib/text/templates/variables";
import { urls } from "@/lib/urls";
import { addressOf, type ComponentRow } from "../components/components";
import { percent, readCounter } from "../counters/read-counters";
import { Failed } from "../errors";
import type { SyncTranslation } from "../files/context";

export const SITE_TITLE = "Loquat";

export type MessageKind =
  | "commitMessage"
  | "addMessage"
  | "deleteMessage"
  | "mergeMessage"
  | "addonMessage"
  | "pullMessage";

/** A language's file as a message sees it. */
export interface MessageFile {
  translation: Pick<SyncTranslation, "id" | "languageDbCode" | "filename">;
  languageName: string;
  author: string;
}

/** A commit message from the component's template. A template that stopped working gives a plain sentence instead. */
export async function commitMessage(
  component: ComponentRow,
  kind: MessageKind,
  file?: MessageFile,
  more: TemplateValues = {},
): Promise<string> {
  const compiled = compileTemplate(component[kind], TEMPLATE_VARIABLES[kind]);
  const fallback = file ? `Update ${file.languageName} in ${component.name}` : `Update ${component.name}`;
  if (compiled instanceof Error) return fallback;
  return render(compiled, { ...(await variables(component, file)), ...more }).trim() || fallback;
}

/**
 * A template of an add-on with the values of one language's file.
 * @throws Failed with what is wrong with the template
 */
export async function renderForFile(component: ComponentRow, template: string, file: MessageFile): Promise<string> {
  const compiled = compileTemplate(template, TEMPLATE_VARIABLES.commitMessage);
  if (compiled instanceof Error) throw new Failed(refusal("templateNotValid", { message: compiled.said }));
  return render(compiled, await variables(component, file));
}

/** What the variables of messages stand for: those of one language's file with it. */
export async function variables(component: ComponentRow, file?: MessageFile): Promise<TemplateValues> {
  const place = addressOf(component);
  const common = {
    component_name: component.name,
    component_slug: component.slug,
    component_remote_branch: component.repository.branch,
    component_linked_childs: [],
    project_name: component.project.name,
    project_slug: component.project.slug,
    url: urls.component(place).web,
    widget_url: urls.component(place).web,
    site_title: SITE_TITLE,
    site_url: environment().baseUrl,
  };
  if (!file) return common;
  const counters = await readCounter("translation", file.translation.id);
  return {
    ...common,
    url: urls.translation({ ...place, languageCode: file.translation.languageDbCode }).web,
    language_code: file.translation.languageDbCode,
    language_name: file.languageName,
    filename: repositoryPath(component, file.translation.filename),
    author: file.author,
    stats: {
      all: counters.total,
      translated: counters.translated,
      translated_percent: percent(counters.translated, counters.total, 100),
      fuzzy: counters.fuzzy,
      fuzzy_percent: percent(counters.fuzzy, counters.total),
      allchecks: counters.failing,
      allchecks_percent: percent(counters.failing, counters.total),
      total_words: counters.totalWords,
      translated_words: counters.translatedWords,
    },
  };
}
