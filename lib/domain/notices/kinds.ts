import { ACTION, ACTIONS } from "../change-actions";
import { ASKED_NOTIFICATIONS, type NOTIFICATIONS, SUMMARIES } from "../users/subscriptions";

/** What notices are made of: lines of the ledger by their action. */

export type Notification = (typeof NOTIFICATIONS)[number];

export interface Kind {
  notification: Notification;
  actions: readonly number[];
  /** Told to the one whom it concerns, and to nobody else. */
  personal?: boolean;
  /** About texts: whoever has chosen languages is told of these alone. */
  inLanguage?: boolean;
}

const CONTENT = Object.entries(ACTIONS)
  .filter(([, { content }]) => content)
  .map(([code]) => Number(code));

/**
 * Every kind whose events the ledger tells, the one that says most first: a person who would be told of a line by several
 * is told by the first.
 */
export const KINDS: readonly Kind[] = [
  { notification: "MentionCommentNotificaton", actions: [ACTION.COMMENT_ADDED], personal: true },
  { notification: "LastAuthorCommentNotificaton", actions: [ACTION.COMMENT_ADDED], personal: true },
  { notification: "NewCommentNotificaton", actions: [ACTION.COMMENT_ADDED], inLanguage: true },
  { notification: "NewSuggestionNotificaton", actions: [ACTION.SUGGESTION_ADDED], inLanguage: true },
  {
    notification: "NewStringNotificaton",
    actions: [
      ACTION.SOURCE_STRING_ADDED,
      ACTION.STRING_ADDED,
      ACTION.STRING_ADDED_IN_THE_UPLOAD,
      ACTION.SOURCE_STRING_ADDED_IN_THE_UPLOAD,
      ACTION.SOURCE_STRING_ADDED_IN_THE_REPOSITORY,
    ],
    inLanguage: true,
  },
  { notification: "ApprovedStringNotificaton", actions: [ACTION.TRANSLATION_APPROVED], inLanguage: true },
  {
    notification: "TranslatedStringNotificaton",
    actions: [
      ACTION.TRANSLATION_ADDED,
      ACTION.TRANSLATION_CHANGED,
      ACTION.SUGGESTION_ACCEPTED,
      ACTION.TRANSLATION_REVERTED,
      ACTION.TRANSLATION_UPLOADED,
    ],
    inLanguage: true,
  },
  { notification: "ChangedStringNotificaton", actions: CONTENT, inLanguage: true },
  { notification: "LanguageTranslatedNotificaton", actions: [ACTION.TRANSLATION_COMPLETED], inLanguage: true },
  { notification: "ComponentTranslatedNotificaton", actions: [ACTION.COMPONENT_TRANSLATION_COMPLETED] },
  { notification: "NewContributorNotificaton", actions: [ACTION.CONTRIBUTOR_JOINED] },
  { notification: "NewAnnouncementNotificaton", actions: [ACTION.ANNOUNCEMENT_POSTED] },
  { notification: "NewTranslationNotificaton", actions: [ACTION.LANGUAGE_ADDED, ACTION.LANGUAGE_REQUESTED] },
  { notification: "NewComponentNotificaton", actions: [ACTION.COMPONENT_CREATED] },
  {
    notification: "MergeFailureNotification",
    actions: [
      ACTION.REPOSITORY_MERGE_FAILED,
      ACTION.REPOSITORY_REBASE_FAILED,
      ACTION.REPOSITORY_PUSH_FAILED,
      ACTION.REMOTE_REPOSITORY_UPDATE_FAILED,
    ],
  },
  { notification: "ParseErrorNotification", actions: [ACTION.PARSING_FAILED] },
  { notification: "NewAlertNotificaton", actions: [ACTION.ALERT_TRIGGERED, ACTION.ALERT_REOPENED] },
  {
    notification: "RepositoryNotification",
    actions: [
      ACTION.CHANGES_COMMITTED,
      ACTION.CHANGES_PUSHED,
      ACTION.REPOSITORY_RESET,
      ACTION.REPOSITORY_MERGED,
      ACTION.REPOSITORY_REBASED,
    ],
  },
  { notification: "LockNotification", actions: [ACTION.COMPONENT_LOCKED, ACTION.COMPONENT_UNLOCKED] },
  {
    notification: "LicenseNotification",
    actions: [ACTION.LICENSE_CHANGED, ACTION.CONTRIBUTOR_LICENSE_AGREEMENT_CHANGED],
  },
];

/** Actions that a notice can come of. */
export const NOTICED: readonly number[] = [...new Set(KINDS.flatMap(({ actions }) => actions))];

/** Every kind, in the order of settings. */
export const ALL_KINDS: readonly Notification[] = [
  ...KINDS.map(({ notification }) => notification),
  ...ASKED_NOTIFICATIONS,
  ...SUMMARIES,
];
