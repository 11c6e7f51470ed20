import type { TextKey } from "#texts";
import type { AlertKind } from "@/lib/domain/components/alerts";

export interface AlertText {
  title: TextKey;
  /** What it means, and what helps; left out where that depends on what was found. */
  text?: TextKey;
  severity: "error" | "warning";
  /** The page where it is mended, and what the link says. */
  fix?: { side: "repository" | "settings" | "addons"; anchor?: string; label: TextKey };
  /** What to do once more when the cause has gone, the right it takes, and what its button says. */
  again?: { operation: "push" | "pull"; right: "vcs.push" | "vcs.update"; label: TextKey };
}

/** What each alert means, for people, as keys of messages. */
export const ALERTS: Readonly<Record<AlertKind, AlertText>> = {
  ParseError: {
    title: "alerts.kind.ParseError.title",
    severity: "error",
    fix: { side: "repository", label: "alerts.kind.ParseError.fix" },
  },
  DuplicateString: {
    title: "alerts.kind.DuplicateString.title",
    text: "alerts.kind.DuplicateString.text",
    severity: "warning",
  },
  DuplicateLanguage: {
    title: "alerts.kind.DuplicateLanguage.title",
    text: "alerts.kind.DuplicateLanguage.text",
    severity: "warning",
    fix: { side: "settings", anchor: "language_regex", label: "alerts.kind.DuplicateLanguage.fix" },
  },
  UnusableLanguage: {
    title: "alerts.kind.UnusableLanguage.title",
    text: "alerts.kind.UnusableLanguage.text",
    severity: "warning",
    fix: { side: "settings", anchor: "language_regex", label: "alerts.kind.UnusableLanguage.fix" },
  },
  MergeFailure: {
    title: "alerts.kind.MergeFailure.title",
    text: "alerts.kind.MergeFailure.text",
    severity: "error",
    fix: { side: "repository", label: "alerts.kind.MergeFailure.fix" },
  },
  PushFailure: {
    title: "alerts.kind.PushFailure.title",
    text: "alerts.kind.PushFailure.text",
    severity: "error",
    fix: { side: "repository", label: "alerts.kind.PushFailure.fix" },
    again: { operation: "push", right: "vcs.push", label: "alerts.kind.PushFailure.again" },
  },
  UpdateFailure: {
    title: "alerts.kind.UpdateFailure.title",
    text: "alerts.kind.UpdateFailure.text",
    severity: "error",
    fix: { side: "repository", label: "alerts.kind.UpdateFailure.fix" },
    again: { operation: "pull", right: "vcs.update", label: "alerts.kind.UpdateFailure.again" },
  },
  NoMaskMatches: {
    title: "alerts.kind.NoMaskMatches.title",
    text: "alerts.kind.NoMaskMatches.text",
    severity: "error",
    fix: { side: "settings", anchor: "filemask", label: "alerts.kind.NoMaskMatches.fix" },
  },
  InexistantFiles: {
    title: "alerts.kind.InexistantFiles.title",
    text: "alerts.kind.InexistantFiles.text",
    severity: "error",
    fix: { side: "settings", anchor: "template", label: "alerts.kind.InexistantFiles.fix" },
  },
  AddonScriptError: {
    title: "alerts.kind.AddonScriptError.title",
    text: "alerts.kind.AddonScriptError.text",
    severity: "warning",
    fix: { side: "addons", label: "alerts.kind.AddonScriptError.fix" },
  },
  UnusedEnforcedCheck: {
    title: "alerts.kind.UnusedEnforcedCheck.title",
    text: "alerts.kind.UnusedEnforcedCheck.text",
    severity: "warning",
    fix: { side: "settings", anchor: "check_flags", label: "alerts.kind.UnusedEnforcedCheck.fix" },
  },
  RepositoryOutdated: {
    title: "alerts.kind.RepositoryOutdated.title",
    text: "alerts.kind.RepositoryOutdated.text",
    severity: "warning",
    fix: { side: "repository", label: "alerts.kind.RepositoryOutdated.fix" },
  },
  RepositoryChanges: {
    title: "alerts.kind.RepositoryChanges.title",
    text: "alerts.kind.RepositoryChanges.text",
    severity: "warning",
    fix: { side: "repository", label: "alerts.kind.RepositoryChanges.fix" },
  },
  MissingLicense: {
    title: "alerts.kind.MissingLicense.title",
    text: "alerts.kind.MissingLicense.text",
    severity: "warning",
    fix: { side: "settings", anchor: "license", label: "alerts.kind.MissingLicense.fix" },
  },
  UnsupportedConfiguration: {
    title: "alerts.kind.UnsupportedConfiguration.title",
    text: "alerts.kind.UnsupportedConfiguration.text",
    severity: "error",
    fix: { side: "settings", label: "alerts.kind.UnsupportedConfiguration.fix" },
  },
  DuplicateFilemask: {
    title: "alerts.kind.DuplicateFilemask.title",
    text: "alerts.kind.DuplicateFilemask.text",
    severity: "warning",
    fix: { side: "settings", anchor: "filemask", label: "alerts.kind.DuplicateFilemask.fix" },
  },
  UnusedScreenshot: {
    title: "alerts.kind.UnusedScreenshot.title",
    text: "alerts.kind.UnusedScreenshot.text",
    severity: "warning",
  },
  AmbiguousLanguage: {
    title: "alerts.kind.AmbiguousLanguage.title",
    text: "alerts.kind.AmbiguousLanguage.text",
    severity: "warning",
    fix: { side: "settings", anchor: "language_regex", label: "alerts.kind.AmbiguousLanguage.fix" },
  },
  UnusedComponent: {
    title: "alerts.kind.UnusedComponent.title",
    text: "alerts.kind.UnusedComponent.text",
    severity: "warning",
    fix: { side: "settings", label: "alerts.kind.UnusedComponent.fix" },
  },
  MonolingualGlossary: {
    title: "alerts.kind.MonolingualGlossary.title",
    text: "alerts.kind.MonolingualGlossary.text",
    severity: "warning",
    fix: { side: "settings", anchor: "template", label: "alerts.kind.MonolingualGlossary.fix" },
  },
  UnmanagedGlossary: {
    title: "alerts.kind.UnmanagedGlossary.title",
    text: "alerts.kind.UnmanagedGlossary.text",
    severity: "warning",
    fix: { side: "settings", anchor: "manage_units", label: "alerts.kind.UnmanagedGlossary.fix" },
  },
  UnusedGlossaryLanguage: {
    title: "alerts.kind.UnusedGlossaryLanguage.title",
    text: "alerts.kind.UnusedGlossaryLanguage.text",
    severity: "warning",
  },
  BrokenBrowserURL: {
    title: "alerts.kind.BrokenBrowserURL.title",
    text: "alerts.kind.BrokenBrowserURL.text",
    severity: "warning",
    fix: { side: "settings", anchor: "repoweb", label: "alerts.kind.BrokenBrowserURL.fix" },
  },
  BrokenProjectURL: {
    title: "alerts.kind.BrokenProjectURL.title",
    text: "alerts.kind.BrokenProjectURL.text",
    severity: "warning",
    fix: { side: "settings", anchor: "web", label: "alerts.kind.BrokenProjectURL.fix" },
  },
  WebhookMismatch: {
    title: "alerts.kind.WebhookMismatch.title",
    text: "alerts.kind.WebhookMismatch.text",
    severity: "warning",
    fix: { side: "settings", anchor: "repo", label: "alerts.kind.WebhookMismatch.fix" },
  },
  MonolingualTranslation: {
    title: "alerts.kind.MonolingualTranslation.title",
    text: "alerts.kind.MonolingualTranslation.text",
    severity: "warning",
    fix: { side: "settings", anchor: "template", label: "alerts.kind.MonolingualTranslation.fix" },
  },
  MonolingualGettext: {
    title: "alerts.kind.MonolingualGettext.title",
    text: "alerts.kind.MonolingualGettext.text",
    severity: "warning",
    fix: { side: "settings", anchor: "file_format_params", label: "alerts.kind.MonolingualGettext.fix" },
  },
  TextsTakenBack: {
    title: "alerts.kind.TextsTakenBack.title",
    text: "alerts.kind.TextsTakenBack.text",
    severity: "warning",
  },
};
