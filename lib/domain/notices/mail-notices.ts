import { notices } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { sayAny, type Texts } from "@/lib/text/messages/translator";
import { urls } from "@/lib/urls";
import { type Actor, loadActor } from "../access/actor";
import { changeAddress } from "../changes/address";
import { becauseWords } from "../changes/because";
import type { ChangeRow } from "../changes/list";
import { mailIsSetUp, queueMail } from "../mail/queue-mail";
import { mailLanguage } from "../users/page-language";
import { isSummary } from "../users/subscriptions";
import { userById } from "../users/users";
import { withChanges } from "./inbox";
import { FROM_NOTICES, NOTICE, type NoticeRow, n, ownNotices } from "./internal/notice-rows";
import { eventText, happenedText } from "./kind-texts";
import { stopToken } from "./unsubscribe";

/**
 * Mails about notices: at once, or one for each day, week or month that is over. A mail and the note that it has been
 * written are one transaction. What somebody has looked at in the meantime is not mailed, and what they may not see any more is
 * neither.
 */

const EXAMPLES = 10;
/** Kinds and projects that a mail offers to stop. */
const MOST_STOPS = 5;
/** A mail that could not be sent for so long is news no more. */
const HOURS = 120;
const MOST_PER_RUN = 500;

const TODAY = sql`(now() at time zone 'UTC')`;

/** Rows whose time has come. */
const DUE: Sql = sql`(${n.unmailed} > 0 and ${n.doneAt} is null and (${n.frequency} = 1
  or (${n.frequency} = 2 and ${n.day} < ${TODAY}::date)
  or (${n.frequency} = 3 and ${n.day} < date_trunc('week', ${TODAY})::date)
  or (${n.frequency} = 4 and ${n.day} < date_trunc('month', ${TODAY})::date)))`;

/** Writes the mails that are due. Gives their number. */
export async function mailNotices(): Promise<number> {
  if (!mailIsSetUp()) {
    // Whoever sets up a mail server later is not to get all of it at once.
    await db.run(sql`update ${n} set ${assigned(n, { unmailed: 0 })} where ${DUE}`);
    return 0;
  }
  const due = await db.rows(sql`
    select distinct ${pick(n, "userId", "frequency")} from ${n} where ${DUE} order by 1, 2 limit ${MOST_PER_RUN}`);
  let mails = 0;
  for (const { userId, frequency } of due) if (await inTransaction((tx) => mailOne(tx, userId, frequency))) mails++;
  return mails;
}

/** One mail to one person. Gives whether there is one. */
async function mailOne(tx: Tx, userId: number, frequency: number): Promise<boolean> {
  const locked = await tx.rows(sql`
    select ${pick(n, "id")} from ${n} where ${n.userId} = ${userId} and ${n.frequency} = ${frequency} and ${DUE}
    order by ${n.id} for update skip locked`);
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return false;
  const [actor, user] = [await loadActor(userId), await userById(userId)];
  const rows =
    actor && !actor.isBot
      ? await tx.rows(sql`
          select ${NOTICE} ${FROM_NOTICES} where ${n.id} = any(${ids}::bigint[]) and ${ownNotices(actor)}
          order by ${n.day} desc, ${n.id} desc`)
      : [];
  await tx.run(
    sql`update ${notices} set ${assigned(notices, { unmailed: 0 })} where ${notices.id} = any(${ids}::bigint[])`,
  );
  // Nobody has said that this address is the person's: it may be a stranger's.
  if (!actor || !user?.email || !user.emailConfirmed || rows.length === 0) return false;
  const { t, language, direction } = mailLanguage(user);
  const stops = await stopsFor(t, userId, rows);
  const kinds = new Set(rows.map((row) => row.notification));
  const [only] = kinds.size === 1 ? kinds : [];
  return queueMail(
    tx,
    { userId, address: user.email },
    {
      language,
      direction,
      subject: subjectOf(t, frequency, rows),
      blocks: [
        { list: rows.map((row) => ({ text: `${happened(t, row)} – ${placeName(row)}` })) },
        ...(await examples(t, actor, rows)),
        { link: t("mail.notices.inbox"), href: urls.notices() },
        { text: t("mail.notices.why", { user: user.username }) },
        { list: stops },
        { link: t("mail.notices.settings"), href: urls.profile("notices") },
      ],
    },
    { hours: HOURS, unsubscribe: urls.stopNoticesNow(await stopToken({ user: userId, notification: only })) },
  );
}

const happened = (t: Texts, row: NoticeRow): string => t(happenedText(row.notification), { count: row.unmailed });

const placeName = (row: NoticeRow): string =>
  [row.projectName, row.componentName, row.languageName].filter(Boolean).join(" › ");

function subjectOf(t: Texts, frequency: number, rows: readonly NoticeRow[]): string {
  const [first] = rows;
  if (frequency === 1 && first && rows.length === 1) return `${happened(t, first)} – ${placeName(first)}`;
  // A summary is one thing to read, however many strings it counts.
  const count = rows.reduce((sum, row) => sum + (isSummary(row.notification) ? 1 : row.unmailed), 0);
  if (frequency === 2) return t("mail.notices.daily", { count });
  if (frequency === 3) return t("mail.notices.weekly", { count });
  return frequency === 4 ? t("mail.notices.monthly", { count }) : t("mail.notices.several", { count });
}

/** Some of what happened, each with a link to the very string. */
async function examples(t: Texts, actor: Actor, rows: readonly NoticeRow[]) {
  const each = Math.max(1, Math.ceil(EXAMPLES / rows.length));
  const lines = (await withChanges(actor, rows.slice(0, EXAMPLES), each)).flatMap((row) => row.lines);
  if (lines.length === 0) return [];
  return [
    { heading: t("mail.notices.examples") },
    { list: lines.slice(0, EXAMPLES).map((line) => ({ text: exampleText(t, line), href: changeAddress(line) })) },
  ];
}

const MOST_LETTERS = 160;

function exampleText(t: Texts, line: ChangeRow): string {
  const said = line.target.replaceAll("\u001e\u001e", " / ").replace(/\s+/g, " ").trim();
  const short = said.length > MOST_LETTERS ? `${said.slice(0, MOST_LETTERS)}…` : said;
  const reason = alertWords(t, line) ?? becauseWords(t, line.details) ?? line.details.error;
  const told = short || (typeof reason === "string" ? reason.slice(0, MOST_LETTERS) : "");
  const who = line.userName || line.username;
  return who ? t("mail.notices.example", { who, told: told || placeOfLine(line) }) : told || placeOfLine(line);
}

/** What an alert is called; its kind where there is no name of it. */
function alertWords(t: Texts, line: ChangeRow): unknown {
  const kind = line.details.alert;
  const key = `alerts.kind.${kind}.title`;
  return typeof kind === "string" && t.has(key as Parameters<Texts["has"]>[0]) ? sayAny(t)(key, {}) : kind;
}

const placeOfLine = (line: ChangeRow): string =>
  [line.projectName, line.componentName, line.languageName].filter(Boolean).join(" › ");

/** Links that end one kind, or all of one project. */
async function stopsFor(t: Texts, user: number, rows: readonly NoticeRow[]) {
  const kinds = [...new Set(rows.map((row) => row.notification))].slice(0, MOST_STOPS);
  const projects = [...new Map(rows.map((row) => [row.projectId, row.projectName]))].slice(0, MOST_STOPS);
  return [
    ...(await Promise.all(
      kinds.map(async (notification) => ({
        text: t("mail.notices.stopKind", { kind: t(eventText(notification)) }),
        href: urls.stopNotices(await stopToken({ user, notification })),
      })),
    )),
    ...(await Promise.all(
      projects.map(async ([project, name]) => ({
        text: t("mail.notices.stopProject", { project: name }),
        href: urls.stopNotices(await stopToken({ user, project })),
      })),
    )),
  ];
}
