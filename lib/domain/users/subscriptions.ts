import { db, isDuplicate, sql } from "@/lib/platform/database";
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
] as const;

/** Told only in summaries: an instant message of these would say nothing. */
const DIGEST_ONLY: readonly string[] = [
  "PendingSuggestionsNotification",
  "ToDoStringsNotification",
  "TranslationActivitySummaryNotification",
];

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

const COLUMNS = sql`id, notification, scope, frequency, project_id, component_id`;

function refuse(input: SubscriptionInput): void {
  if (DIGEST_ONLY.includes(input.notification) && input.frequency === 1)
    throw Invalid.field("frequency", `${input.notification} comes as a summary only: choose 0, 2, 3 or 4.`);
}

const duplicate = () =>
  Invalid.field("", "There is a subscription of this notification with this scope already. Change that one.", "unique");

/** Subscriptions of a user, by id. For the user and for those with `user.edit`. */
export async function listSubscriptions(
  actor: Actor,
  username: string,
  window: Window,
): Promise<{ rows: SubscriptionRow[]; count: number }> {
  const person = await findOwnPerson(actor, username);
  const [rows, counted] = await Promise.all([
    db.rows<SubscriptionRow>(
      sql`select ${COLUMNS} from subscriptions where user_id = ${person.id} order by id limit ${window.limit} offset ${window.offset}`,
    ),
    db.one<{ count: number }>(sql`select count(*)::int as count from subscriptions where user_id = ${person.id}`),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

/** A subscription of a user. @throws NotFound, Forbidden */
export async function findSubscription(actor: Actor, username: string, id: number): Promise<SubscriptionRow> {
  const person = await findOwnPerson(actor, username);
  const row = await db.one<SubscriptionRow>(
    sql`select ${COLUMNS} from subscriptions where id = ${id} and user_id = ${person.id}`,
  );
  if (!row) throw new NotFound(`There is no subscription ${id}.`);
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
  try {
    const row = await db.one<SubscriptionRow>(sql`
      insert into subscriptions (user_id, notification, scope, frequency)
      values (${person.id}, ${input.notification}, ${input.scope}, ${input.frequency}) returning ${COLUMNS}`);
    if (!row) throw new Error("The subscription was not stored.");
    return row;
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
    const row = await db.one<SubscriptionRow>(sql`
      update subscriptions set notification = ${next.notification}, scope = ${next.scope}, frequency = ${next.frequency}
      where id = ${id} returning ${COLUMNS}`);
    if (!row) throw new NotFound(`There is no subscription ${id}.`);
    return row;
  } catch (error) {
    throw isDuplicate(error) ? duplicate() : error;
  }
}

/** Ends a subscription. @throws NotFound */
export async function removeSubscription(actor: Actor, username: string, id: number): Promise<void> {
  await findSubscription(actor, username, id);
  await db.run(sql`delete from subscriptions where id = ${id}`);
}
