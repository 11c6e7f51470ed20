import type { Texts } from "#texts";
import { sentenceWords } from "@/app/ui/error-words";
import { languageNames } from "@/app/ui/language-names";
import type { SettingNote, SettingsTold } from "@/app/ui/settings/settings-told";
import { wirePath } from "@/lib/api/wire-names";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import type { ProjectConsequence } from "@/lib/domain/creation/project-preview";
import type { Consequence } from "@/lib/domain/creation/settings-preview";
import type { FieldError } from "@/lib/domain/errors";
import { sampleMessages } from "@/lib/domain/integrate/sample-messages";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";

/** What a change of settings would lead to, in the words of a page. */

type Told = SettingsTold["consequences"][number];
type Notes = Record<string, SettingNote>;

const info = (text: string): Told => ({ tone: "info", text });
const warning = (text: string): Told => ({ tone: "warning", text });

/** Languages that are named one by one. */
const NAMED = 8;

function listed(t: Texts, languages: readonly { name: string; code: string }[]): string {
  const names = languages.slice(0, NAMED).map(({ name, code }) => `${languageNames(t).of(name)} (${code})`);
  if (languages.length > NAMED) names.push(t("settingsTold.more", { count: languages.length - NAMED }));
  return new Intl.ListFormat(t.language, { type: "conjunction" }).format(names);
}

function filesWords(t: Texts, { files, comes, goes, lost, added }: Extract<Consequence, { kind: "files" }>): Told[] {
  const [full, empty] = [goes.filter(({ strings }) => strings > 0), goes.filter(({ strings }) => strings === 0)];
  const strings = full.reduce((sum, language) => sum + language.strings, 0);
  return [
    ...(full.length > 0 ? [warning(t("settingsTold.goes", { languages: listed(t, full), strings }))] : []),
    ...(lost ? [warning(t("settingsTold.lost", { count: lost }))] : []),
    ...(empty.length > 0 ? [info(t("settingsTold.goesEmpty", { languages: listed(t, empty) }))] : []),
    ...(comes.length > 0 ? [info(t("settingsTold.comes", { languages: listed(t, comes) }))] : []),
    ...(added ? [info(t("settingsTold.added", { count: added }))] : []),
    info(t("settingsTold.readAgain", { count: files })),
    ...(lost === undefined ? [info(t("settingsTold.notTried"))] : []),
  ];
}

function wordsOf(t: Texts, told: Consequence | ProjectConsequence): Told[] {
  switch (told.kind) {
    case "files":
      return filesWords(t, told);
    case "busy":
      return [warning(t("settingsTold.busy"))];
    case "noSuggestions":
      return [
        info(t("settingsTold.noSuggestions")),
        ...(told.waiting > 0 ? [warning(t("settingsTold.suggestionsWait", { count: told.waiting }))] : []),
      ];
    case "rechecks":
      return [info(t("settingsTold.rechecks", { count: told.strings }))];
    case "enforces":
      return [info(t("settingsTold.enforces", { count: told.failing }))];
    case "asksAgain":
      return [warning(t("settingsTold.asksAgain", { count: told.people }))];
    case "restricts":
      return [warning(t("settingsTold.restricts"))];
    case "opens":
      return [warning(t("settingsTold.opens"))];
    case "moves":
      return [info(t("settingsTold.moves"))];
    case "reviewsEnd":
      return [
        warning(t("settingsTold.reviewsEnd")),
        ...(told.approved > 0 ? [info(t("settingsTold.staysApproved", { count: told.approved }))] : []),
      ];
    case "hides":
      return [warning(t("settingsTold.hides"))];
    case "shows":
      return [warning(t("settingsTold.shows"))];
    case "asksFactor":
      return [warning(t("settingsTold.asksFactor", { count: told.people }))];
    case "hooksEnd":
      return [warning(t("settingsTold.hooksEnd"))];
    case "means":
      return told.codes.map(({ code, to, components: count }) => {
        const language = languageNames(t).of(findCatalogueLanguage(to)?.name ?? to);
        return warning(
          to === ""
            ? t("settingsTold.meansItself", { code, count })
            : t("settingsTold.means", { code, language, count }),
        );
      });
  }
}

export const consequenceWords = (
  t: Texts,
  consequences: readonly (Consequence | ProjectConsequence)[],
): readonly Told[] => consequences.flatMap((told) => wordsOf(t, told));

/** Under the file mask: how many files it matches. */
export function filesNote(t: Texts, consequences: readonly Consequence[]): Notes {
  const told = consequences.find((one) => one.kind === "files");
  return told ? { filemask: { tone: "fine", text: t("settingsTold.matches", { count: told.files }) } } : {};
}

/** What is wrong, by the fields of the form. What the form itself cannot be read for has no words yet. */
export function problemNotes(t: Texts, problems: readonly FieldError[]): Notes {
  const said = problems.filter(({ message }) => message !== "");
  return Object.fromEntries(
    said.map((problem) => [wirePath(problem.path), { tone: "wrong" as const, text: sentenceWords(t, problem) }]),
  );
}

const MESSAGES = {
  commit_message: "commitMessage",
  add_message: "addMessage",
  delete_message: "deleteMessage",
  merge_message: "mergeMessage",
  addon_message: "addonMessage",
  pull_message: "pullMessage",
} as const;

type Message = (typeof MESSAGES)[keyof typeof MESSAGES];

/** Under each template of a message: the message that it makes, or what is wrong with it and where. */
export async function sampleNotes(
  t: Texts,
  actor: Actor,
  component: ComponentRow,
  templates: Readonly<Partial<Record<Message, string>>>,
): Promise<Notes> {
  const given = Object.fromEntries(Object.values(MESSAGES).map((name) => [name, templates[name] ?? ""]));
  const samples = await sampleMessages(actor, component, given as Record<Message, string>);
  return Object.fromEntries(
    Object.entries(MESSAGES).map(([field, name]): [string, SettingNote] => {
      const sample = samples[name];
      if ("text" in sample) return [field, { tone: "sample", text: sample.text }];
      const { problem, line, column } = sample;
      return [
        field,
        {
          tone: "wrong",
          text: t("settingsTold.place", {
            line: String(line),
            column: String(column),
            problem: sentenceWords(t, problem),
          }),
        },
      ];
    }),
  );
}
