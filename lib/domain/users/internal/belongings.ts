import {
  accessRequests,
  accountLinks,
  accounts,
  agreements,
  announcementDismissals,
  announcements,
  apiTokens,
  bulkPlans,
  clashes,
  comments,
  drafts,
  editorPresence,
  fonts,
  hookReceipts,
  invitations,
  knownBrowsers,
  languageRequests,
  mails,
  memoryEntries,
  notices,
  operations,
  pendingChanges,
  projectContributors,
  pseudonyms,
  recoveryCodes,
  removedFonts,
  savedSearches,
  scimAccounts,
  screenshots,
  secondFactors,
  sentRequests,
  sessions,
  settingsPlans,
  subscriptions,
  suggestions,
  tasks,
  teamMembers,
  unlinkedUnits,
  userBlocks,
  userLanguages,
  viewings,
  votes,
  watches,
} from "@/lib/generated/tables";
import type { Column } from "@/lib/platform/columns";

/**
 * Where the database names a user, and what becomes of it when the account becomes another one. The ledger and its sums stand
 * in `changes/reassign.ts`; a test finds columns that stand nowhere.
 */

/** What goes over as it is. */
export const MOVED: readonly Column<number | null>[] = [
  suggestions.userId,
  comments.userId,
  screenshots.userId,
  fonts.userId,
  removedFonts.userId,
  clashes.translatorId,
  clashes.upstreamAuthorId,
  clashes.decidedBy,
  pendingChanges.authorId,
  operations.userId,
  bulkPlans.userId,
  settingsPlans.userId,
  announcements.userId,
  tasks.userId,
  invitations.invitedBy,
  unlinkedUnits.userId,
  sentRequests.userId,
  viewings.userId,
  viewings.viewedId,
  hookReceipts.replayedBy,
  userBlocks.blockedBy,
  accounts.userId as Column<number | null>,
];

/** What somebody has once for each of something: where both accounts have it, that of the other account stays. */
export const SHARED: readonly { user: Column<number>; of: readonly Column<unknown>[] }[] = [
  { user: teamMembers.userId, of: [teamMembers.teamId] },
  {
    user: memoryEntries.userId as Column<number>,
    of: [
      ...[memoryEntries.sourceHash, memoryEntries.targetLanguageId, memoryEntries.sourceLanguageId],
      ...[memoryEntries.target, memoryEntries.origin, memoryEntries.projectId, memoryEntries.shared],
      memoryEntries.fromFile,
    ],
  },
  { user: votes.userId, of: [votes.suggestionId] },
  { user: drafts.userId, of: [drafts.unitId] },
  { user: agreements.userId, of: [agreements.componentId] },
  { user: watches.userId, of: [watches.projectId] },
  { user: userLanguages.userId, of: [userLanguages.languageId, userLanguages.secondary] },
  { user: savedSearches.userId, of: [savedSearches.name] },
  { user: announcementDismissals.userId, of: [announcementDismissals.announcementId] },
  { user: projectContributors.userId, of: [projectContributors.projectId] },
  { user: pseudonyms.userId, of: [pseudonyms.projectId] },
  { user: userBlocks.userId, of: [userBlocks.projectId] },
  { user: accessRequests.userId, of: [accessRequests.projectId] },
  {
    user: languageRequests.userId,
    of: [languageRequests.projectId, languageRequests.componentId, languageRequests.languageId],
  },
  {
    user: subscriptions.userId,
    of: [subscriptions.notification, subscriptions.scope, subscriptions.projectId, subscriptions.componentId],
  },
];

/** What ends with the account: ways to sign in, and what was on its way to the person. */
export const DROPPED: readonly Column<number>[] = [
  apiTokens.userId,
  sessions.userId,
  secondFactors.userId,
  recoveryCodes.userId,
  knownBrowsers.userId,
  accountLinks.userId,
  scimAccounts.userId,
  mails.userId as Column<number>,
  notices.userId,
  editorPresence.userId,
];
