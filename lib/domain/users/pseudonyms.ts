import { randomBytes } from "node:crypto";
import { projects, pseudonyms, users } from "@/lib/generated/tables";
import { assigned, combined, named, names, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asText, counted, present } from "@/lib/platform/expressions";
import { takeTurn } from "@/lib/platform/throttle-store";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { visibleProjects } from "../access/demand";
import { denied } from "../access/denied";
import { type FieldError, Forbidden, Invalid, NotFound, Throttled, worded } from "../errors";
import type { Window } from "../window";
import { commitEmailIn } from "./commit-identity";
import { findOwnPerson } from "./manage-users";

/**
 * Names under which people's work leaves Loquat, by project: in commits, in files and in credits, from when they are chosen; in
 * feeds, tables of the history, what webhooks tell and what strangers see, always (`access/pseudonym.ts`). Among those who are
 * signed in people go by their user names: whoever works together has to know who said what.
 */

const [ps, p, u] = [pseudonyms.as("ps"), projects.as("p"), users.as("u")];

const a = users.as("a");

const columns = () =>
  combined(
    pick(ps, "name", "ownAddress", "createdAt"),
    named({
      projectSlug: p.slug,
      projectName: p.name,
      /** What commits of the project carry. */
      address: asText(commitEmailIn(p.id)),
    }),
  );
const FROM = sql`
  from ${ps} join ${p} on ${p.id} = ${ps.projectId} and ${p.removedAt} is null join ${a} on ${a.id} = ${ps.userId}`;

export type PseudonymRow = SelectedRow<ReturnType<typeof columns>>;

export interface PseudonymInput {
  name: string;
  /** Whether commits carry the person's own confirmed address; else one that reaches nobody. */
  ownAddress: boolean;
}

const MOST_CHARACTERS = 80;
/** How often one person may choose: each time tells whether somebody has a name. */
const RATE = "60/day";
/** Names that nobody has and many would believe. */
const RESERVED = ["loquat", "anonymous", "deleted user", "administrator", "admin"];

/** The same for names that look the same to a reader: width, case and blanks. */
const likeness = (name: Sql): Sql => sql`lower(regexp_replace(normalize(${name}, NFKC), '[[:space:]]+', ' ', 'g'))`;

/**
 * What is wrong with a name. It goes into headers of commits and files: nothing that ends a line, begins an address or makes a
 * trailer ("Co-authored-by:") is a name, nor what a reader cannot see.
 */
function nameProblem(name: string): FieldError | undefined {
  const problem = (why: Refusal, code = "invalid") => ({ path: "name", code, ...worded(why) });
  if (name === "") return problem(refusal("enterName"), "blank");
  if (name.length > MOST_CHARACTERS)
    return problem(refusal("atMostCharacters", { most: MOST_CHARACTERS }), "max_length");
  if (!/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’_+-]*$/u.test(name)) return problem(refusal("pseudonymCharacters"));
  if (RESERVED.includes(name.normalize("NFKC").toLowerCase())) return problem(refusal("nameReserved"), "unique");
  return undefined;
}

/** Whether others go by this name: a user name or a name of an account, or a pseudonym, wherever it is. */
async function isTaken(tx: Tx, userId: number, name: string): Promise<boolean> {
  const wanted = likeness(sql`${name}::text`);
  const found = await tx.one(sql`
    select ${present} where exists (
      select from ${u} where ${u.id} <> ${userId} and (${likeness(u.username)} = ${wanted} or ${likeness(u.fullName)} = ${wanted}))
    or exists (select from ${ps} where ${ps.userId} <> ${userId} and ${likeness(ps.name)} = ${wanted})`);
  return found !== undefined;
}

/** Pseudonyms of a user by project. Own ones, or with `user.edit`. */
export async function listPseudonyms(
  actor: Actor,
  username: string,
  window: Window,
): Promise<{ rows: PseudonymRow[]; count: number }> {
  const person = await findOwnPerson(actor, username);
  const where = sql`where ${ps.userId} = ${person.id} and ${visibleProjects(actor)}`;
  const [rows, all] = await Promise.all([
    db.rows(sql`select ${columns()} ${FROM} ${where} order by ${p.slug} limit ${window.limit} offset ${window.offset}`),
    db.one(sql`select ${counted} ${FROM} ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** The pseudonym of a user in a project. @throws NotFound */
export async function findPseudonym(actor: Actor, username: string, project: string): Promise<PseudonymRow> {
  const person = await findOwnPerson(actor, username);
  const found = await db.one(sql`
    select ${columns()} ${FROM} where ${ps.userId} = ${person.id} and ${p.slug} = ${project} and ${visibleProjects(actor)}`);
  if (!found) throw new NotFound(refusal("noPseudonymProject", { project }));
  return found;
}

/**
 * Chooses the name for a project, in place of the one before. It holds for what is saved from now on: what waits to be committed,
 * and what is committed, keeps the name that it has.
 * @throws Invalid for what is no name, or somebody else's; NotFound, Forbidden, Throttled
 */
export async function setPseudonym(
  actor: Actor,
  username: string,
  project: string,
  input: PseudonymInput,
): Promise<PseudonymRow> {
  const person = await findOwnPerson(actor, username);
  if (person.isBot) throw new Forbidden(denied("not-supported", refusal("onlyPeoplePseudonyms")));
  const name = input.name.trim().replace(/ +/g, " ").normalize("NFC");
  const wrong = nameProblem(name);
  if (wrong) throw new Invalid([wrong]);
  const place = await db.one(sql`
    select ${pick(p, "id")} from ${p} where ${p.slug} = ${project} and ${visibleProjects(actor)}`);
  if (!place) throw Invalid.field("project", refusal("noProject", { slug: project }), "does_not_exist");
  const verdict = await takeTurn("pseudonym", String(actor.userId), RATE);
  if (verdict && !verdict.allowed) throw new Throttled(refusal("chosenManyNames"), verdict.reset);
  await inTransaction(async (tx) => {
    // Two who want one name at one moment wait here for each other.
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('pseudonym'), hashtext(${likeness(sql`${name}::text`)}))`);
    if (await isTaken(tx, person.id, name)) throw Invalid.field("name", refusal("somebodyElseGoes"), "unique");
    const chosen = { name, ownAddress: input.ownAddress };
    const key = { userId: person.id, projectId: place.id, handle: randomBytes(8).toString("hex") };
    await tx.run(sql`
      insert into ${ps} ${row(ps, { ...key, ...chosen })}
      on conflict (${names(ps, "userId", "projectId")}) do update set ${assigned(ps, chosen)}`);
  });
  return findPseudonym(actor, username, project);
}

/** Goes by the name of the account in a project again, for what is saved from now on. @throws NotFound, Forbidden */
export async function removePseudonym(actor: Actor, username: string, project: string): Promise<void> {
  const person = await findOwnPerson(actor, username);
  const gone = await db.run(sql`
    delete from ${ps} using ${p} where ${p.id} = ${ps.projectId} and ${ps.userId} = ${person.id} and ${p.slug} = ${project}`);
  if (gone === 0) throw new NotFound(refusal("noPseudonymProject", { project }));
}
