import type { AlertKind } from "@/lib/domain/components/alerts";

export interface AlertText {
  title: string;
  /** What it means, and what helps. */
  text: string;
  severity: "error" | "warning";
  /** The page where it is mended, and what the link says. */
  fix?: { side: "repository" | "settings" | "addons"; anchor?: string; label: string };
}

/** What each alert means, for people. */
export const ALERTS: Readonly<Record<AlertKind, AlertText>> = {
  ParseError: {
    title: "A file cannot be read",
    text: "Its last good content is still used, and edits of it wait. Mend the file in the repository and update, or let it be read again.",
    severity: "error",
    fix: { side: "repository", label: "Open the repository" },
  },
  DuplicateString: {
    title: "A file has the same string twice",
    text: "Only the first is used. Give the two different keys or contexts in the file.",
    severity: "warning",
  },
  DuplicateLanguage: {
    title: "Two files are of the same language",
    text: "Only one of them is used. Remove one, tighten the language filter, or set a language alias in the project.",
    severity: "warning",
    fix: { side: "settings", anchor: "language_regex", label: "Open the language filter" },
  },
  UnusableLanguage: {
    title: "Files are skipped because of their language codes",
    text: "Rename these files, tighten the language filter, or set a language alias in the project. An administrator of this installation can create languages that Loquat does not know, through the API at /api/languages/.",
    severity: "warning",
    fix: { side: "settings", anchor: "language_regex", label: "Open the language filter" },
  },
  MergeFailure: {
    title: "The repository could not be merged",
    text: "A file that is not a translation changed on both sides. Merge it upstream, or reset; translations are kept either way.",
    severity: "error",
    fix: { side: "repository", label: "Open the repository" },
  },
  PushFailure: {
    title: "The push was refused",
    text: "The remote did not take our commits. See what it said, give Loquat the right to write there, and push again.",
    severity: "error",
    fix: { side: "repository", label: "Push again" },
  },
  UpdateFailure: {
    title: "The repository could not be fetched",
    text: "The remote did not answer as it should. Check the address and the access.",
    severity: "error",
    fix: { side: "repository", label: "Try again" },
  },
  NoMaskMatches: {
    title: "No file matches the file mask",
    text: "Set a mask that matches the files in the repository, or add the first file there.",
    severity: "error",
    fix: { side: "settings", anchor: "filemask", label: "Set the file mask" },
  },
  InexistantFiles: {
    title: "Files that the settings name are missing",
    text: "The base file or the template for new languages is not in the repository any more. Name another one.",
    severity: "error",
    fix: { side: "settings", anchor: "template", label: "Open the file settings" },
  },
  AddonScriptError: {
    title: "An add-on failed",
    text: "Everything else went on without it. Its page says what went wrong; change its settings, or remove it.",
    severity: "warning",
    fix: { side: "addons", label: "Open the add-ons" },
  },
};
