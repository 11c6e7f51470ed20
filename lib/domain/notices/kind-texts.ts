import type { TextKey } from "@/lib/text/messages/translator";
import type { Notification } from "./kinds";

/** What notices are called: keys of messages. */

type Told = Exclude<
  Notification,
  | "NewContributorNotificaton"
  | "PendingSuggestionsNotification"
  | "ToDoStringsNotification"
  | "LanguageTranslatedNotificaton"
  | "ComponentTranslatedNotificaton"
  | "TranslationActivitySummaryNotification"
>;

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
} as const satisfies Record<Told, string>;

/** Names of the kinds in settings. */
const EVENTS: Record<Told, TextKey> = {
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
};

/** The message that tells how often something happened. */
export function happenedText(notification: string) {
  return HAPPENED[notification as Told] ?? HAPPENED.ChangedStringNotificaton;
}

/** The name of a kind. */
export function eventText(notification: string): TextKey {
  return EVENTS[notification as Told] ?? EVENTS.ChangedStringNotificaton;
}
