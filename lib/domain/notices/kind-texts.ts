import type { TextKey } from "@/lib/text/messages/translator";
import type { Notification } from "./kinds";

/** What notices are called: keys of messages. */

/** How often it happened; each takes `count`. */
const HAPPENED = {
  MentionCommentNotificaton: "notices.happened.mention",
  LastAuthorCommentNotificaton: "notices.happened.lastAuthor",
  NewCommentNotificaton: "notices.happened.comment",
  NewSuggestionNotificaton: "notices.happened.suggestion",
  NewStringNotificaton: "notices.happened.string",
  ApprovedStringNotificaton: "notices.happened.approved",
  TranslatedStringNotificaton: "notices.happened.translated",
  ChangedStringNotificaton: "notices.happened.changed",
  NewAnnouncementNotificaton: "notices.happened.announcement",
  NewTranslationNotificaton: "notices.happened.language",
  NewComponentNotificaton: "notices.happened.component",
  MergeFailureNotification: "notices.happened.failure",
  ParseErrorNotification: "notices.happened.parse",
  NewAlertNotificaton: "notices.happened.alert",
  RepositoryNotification: "notices.happened.repository",
  LockNotification: "notices.happened.lock",
  LicenseNotification: "notices.happened.license",
  LanguageTranslatedNotificaton: "notices.happened.languageDone",
  ComponentTranslatedNotificaton: "notices.happened.componentDone",
  NewContributorNotificaton: "notices.happened.contributor",
  PendingSuggestionsNotification: "notices.happened.suggestionsWait",
  ToDoStringsNotification: "notices.happened.toDo",
  TranslationActivitySummaryNotification: "notices.happened.activity",
  AccessRequestNotification: "notices.happened.accessAsked",
  AccessGrantedNotification: "notices.happened.accessGranted",
  AccessDeclinedNotification: "notices.happened.accessDeclined",
  LanguageRequestNotification: "notices.happened.languageAsked",
  LanguageAddedNotification: "notices.happened.languageAdded",
  LanguageDeclinedNotification: "notices.happened.languageDeclined",
} as const satisfies Record<Notification, string>;

/** Names of the kinds in settings. */
const EVENTS: Record<Notification, TextKey> = {
  MentionCommentNotificaton: "notices.event.mention",
  LastAuthorCommentNotificaton: "notices.event.lastAuthor",
  NewCommentNotificaton: "notices.event.comment",
  NewSuggestionNotificaton: "notices.event.suggestion",
  NewStringNotificaton: "notices.event.string",
  ApprovedStringNotificaton: "notices.event.approved",
  TranslatedStringNotificaton: "notices.event.translated",
  ChangedStringNotificaton: "notices.event.changed",
  NewAnnouncementNotificaton: "notices.event.announcement",
  NewTranslationNotificaton: "notices.event.language",
  NewComponentNotificaton: "notices.event.component",
  MergeFailureNotification: "notices.event.failure",
  ParseErrorNotification: "notices.event.parse",
  NewAlertNotificaton: "notices.event.alert",
  RepositoryNotification: "notices.event.repository",
  LockNotification: "notices.event.lock",
  LicenseNotification: "notices.event.license",
  LanguageTranslatedNotificaton: "notices.event.languageDone",
  ComponentTranslatedNotificaton: "notices.event.componentDone",
  NewContributorNotificaton: "notices.event.contributor",
  PendingSuggestionsNotification: "notices.event.suggestionsWait",
  ToDoStringsNotification: "notices.event.toDo",
  TranslationActivitySummaryNotification: "notices.event.activity",
  AccessRequestNotification: "notices.event.accessAsked",
  AccessGrantedNotification: "notices.event.accessGranted",
  AccessDeclinedNotification: "notices.event.accessDeclined",
  LanguageRequestNotification: "notices.event.languageAsked",
  LanguageAddedNotification: "notices.event.languageAdded",
  LanguageDeclinedNotification: "notices.event.languageDeclined",
};

/** The message that tells how often something happened. */
export function happenedText(notification: string) {
  return HAPPENED[notification as Notification] ?? HAPPENED.ChangedStringNotificaton;
}

/** The name of a kind. */
export function eventText(notification: string): TextKey {
  return EVENTS[notification as Notification] ?? EVENTS.ChangedStringNotificaton;
}
