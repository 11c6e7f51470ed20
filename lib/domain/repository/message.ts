import { environment } from "@/lib/platform/environment";
import { compileTemplate, render } from "@/lib/text/templates/template";
import type { TemplateValues } from "@/lib/text/templates/values";
import { TEMPLATE_VARIABLES } from "@/lib/text/templates/variables";
import { urls } from "@/lib/urls";
import { addressOf, type ComponentRow } from "../components/components";
import { percent, readCounter } from "../statistics/read";
import type { SyncTranslation } from "../sync/context";

export const SITE_TITLE = "Loquat";

type MessageKind = "commitMessage" | "addMessage" | "deleteMessage" | "mergeMessage";
const KIND = {
  commitMessage: "commit_message",
  addMessage: "add_message",
  deleteMessage: "delete_message",
  mergeMessage: "merge_message",
} as const;

/** A commit message from the component's template. A template that stopped working gives a plain sentence instead. */
export async function commitMessage(
  component: ComponentRow,
  kind: MessageKind,
  file?: { translation: SyncTranslation; languageName: string; author: string },
): Promise<string> {
  const compiled = compileTemplate(component[kind], TEMPLATE_VARIABLES[KIND[kind]]);
  const fallback = file ? `Update ${file.languageName} in ${component.name}` : `Update ${component.name}`;
  if (compiled instanceof Error) return fallback;
  return render(compiled, await variables(component, file)).trim() || fallback;
}

async function variables(
  component: ComponentRow,
  file?: { translation: SyncTranslation; languageName: string; author: string },
): Promise<TemplateValues> {
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
    filename: file.translation.filename,
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
