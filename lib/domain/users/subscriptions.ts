import { db, isDuplicate } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Invalid, NotFound } from "../errors";
import type { Window } from "../window";
import { findOwnPerson } from "./manage-users";

/** What people are told of. The misspelled names are the wire's; the contract 12.10. */
export const NOTIFICATIONS = [
  "RepositoryNotification",
  "LockNotification",
  "LicenseNotification",
  "ParseErrorNotification",
  "NewStringNotificaton",
  "NewContributorNotificaton",
  "NewSuggestionNotificaton",
  "NewCommentNotificaton",
  "MentionCommentNotificaton",
  "LastAuthorCommentNotificaton",
  "TranslatedStringNotificaton",
  "ApprovedStringNotificaton",
  "ChangedStringNotificaton",
  "NewTranslationNotificaton",
  "NewComponentNotificaton",
  "NewAnnouncementNotificaton",
  "NewAlertNotificaton",
  "MergeFailureNotification",
  "PendingSuggestionsNotification",
  "ToDoStringsNotification",
  "LanguageTranslatedNotificaton",
  "ComponentTranslatedNotificaton",
  "TranslationActivitySummaryNotification",
  "AccessRequestNotification",
  "AccessGrantedNotification",
  "AccessDeclinedNotification",
  "LanguageRequestNotification",
  "LanguageAddedNotification",
  "LanguageDeclinedNotification",
] as const;

/**
 * Loquat's own, about asking to be let into a project or for a language. Nobody has to choose them: where no subscription says
 * otherwise they are told at once.
 */
export const ASKED_NOTIFICATIONS = [
  "AccessRequestNotification",
  "AccessGrantedNotification",
  "AccessDeclinedNotification",
  "LanguageRequestNotification",
  "LanguageAddedNotification",
  "LanguageDeclinedNotification",
] as const satisfies readonly (typeof NOTIFICATIONS)[number][];

export type AskedNotification = (typeof ASKED_NOTIFICATIONS)[number];

/** A request or an answer. */
export const isAsked = (notification: string): boolean =>
  (ASKED_NOTIFICATIONS as readonly string[]).includes(notification);

/** An answer to whoever asked. */
export const isAnswer = (notification: string): boolean =>
  isAsked(notification) && !notification.endsWith("RequestNotification");

/** How things stand at the end of a day, a week or a month: never told at once. */
export const SUMMARIES = [
  "PendingSuggestionsNotification",
  "ToDoStringsNotification",
  "TranslationActivitySummaryNotification",
] as const satisfies readonly (typeof NOTIFICATIONS)[number][];

export const isSummary = (notification: string): boolean => (SUMMARIES as readonly string[]).includes(notification);

/** 0 all, 10 watched, 20 administered, 30 project, 40 component. */
export const SCOPES = [0, 10, 20, 30, 40] as const;
/** 0 none, 1 instant, 2 daily, 3 weekly, 4 monthly. */
export const FREQUENCIES = [0, 1, 2, 3, 4] as const;

export interface SubscriptionRow {
  id: number;
  notification: string;
  scope: number;
  frequency: number;
  projectId: number | null;
  componentId: number | null;
}

export interface SubscriptionInput {
  notification: string;
  scope: number;
  frequency: number;
}

function refuse(input: SubscriptionInput): void {
  if (isSummary(input.notification) && input.frequency === 1)
    throw Invalid.field("frequency", refusal("onlyAvailableSummary", { notification: input.notification }));
}

const duplicate = () => Invalid.field("", refusal("subscriptionNotificationScope"), "unique");

/** Subscriptions of a user, by id. For the user and for those with `user.edit`. */
export async function listSubscriptions(
  actor: Actor,
  username: string,
  window: Window,
): Promise<{ rows: SubscriptionRow[]; count: number }> {
  const person = await findOwnPerson(actor, username);
  const where = { userId: person.id };
  const [rows, count] = await Promise.all([
    db.prisma.subscription.findMany({
      where,
      omit: { userId: true },
      orderBy: { id: "asc" },
      take: window.limit,
      skip: window.offset,
    }),
    db.prisma.subscription.count({ where }),
  ]);
  return { rows, count };
}

/** A subscription of a user. @throws NotFound, Forbidden */
export async function findSubscription(actor: Actor, username: string, id: number): Promise<SubscriptionRow> {
  const person = await findOwnPerson(actor, username);
  const row = await db.prisma.subscription.findFirst({ where: { id, userId: person.id }, omit: { userId: true } });
  if (!row) throw new NotFound(refusal("noSubscription", { id }));
  return row;
}

/** Subscribes a user. @throws Invalid for one that is there already */
export async function createSubscription(
  actor: Actor,
  username: string,
  input: SubscriptionInput,
): Promise<SubscriptionRow> {
  const person = await findOwnPerson(actor, username);
  refuse(input);
  const { notification, scope, frequency } = input;
  try {
    return await db.prisma.subscription.create({
      data: { userId: person.id, notification, scope, frequency },
      omit: { userId: true },
    });
  } catch (error) {
    throw isDuplicate(error) ? duplicate() : error;
  }
}

/** Changes a subscription. @throws Invalid, NotFound */
export async function updateSubscription(
  actor: Actor,
  username: string,
  id: number,
  input: Partial<SubscriptionInput>,
): Promise<SubscriptionRow> {
  const before = await findSubscription(actor, username, id);
  const next = {
    notification: input.notification ?? before.notification,
    scope: input.scope ?? before.scope,
    frequency: input.frequency ?? before.frequency,
  };
  refuse(next);
  try {
    const [row] = await db.prisma.subscription.updateManyAndReturn({
      where: { id },
      data: next,
      omit: { userId: true },
    });
    if (!row) throw new NotFound(refusal("noSubscription", { id }));
    return row;
  } catch (error) {
    throw isDuplicate(error) ? duplicate() : error;
  }
}

/** Ends a subscription. @throws NotFound */
export async function removeSubscription(actor: Actor, username: string, id: number): Promise<void> {
  await findSubscription(actor, username, id);
  await db.prisma.subscription.deleteMany({ where: { id } });
}
