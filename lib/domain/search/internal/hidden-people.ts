import { pseudonyms, users } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { sql } from "@/lib/platform/database";
import { anyOf, asText } from "@/lib/platform/expressions";
import type { Query } from "@/lib/text/search-query/query";
import type { Actor } from "../../access/actor";
import type { Reading } from "../run-search";

const [ps, cu] = [pseudonyms.as("ps"), users.as("cu")];

/** Fields that ask for what somebody did, by user name. */
const PEOPLE: ReadonlySet<string> = new Set(["changed_by", "comment_author", "suggestion_author"]);

/** No user has such a name. */
const NOBODY = " ";

/**
 * A search as a stranger may ask it: what people did who go by a pseudonym in some project is not found by their user
 * names, which would tell whose pseudonym it is.
 */
export async function withoutHidden(on: Reading, actor: Actor, tree: Query): Promise<Query> {
  const names = actor.isAnonymous ? namesIn(tree) : [];
  if (names.length === 0) return tree;
  const rows = await on.rows(sql`
    select ${pick(cu, "username")} from ${cu} where ${anyOf(asText(sql`lower(${cu.username})`), names)}
      and exists (select from ${ps} where ${ps.userId} = ${cu.id})`);
  const hidden = new Set(rows.map(({ username }) => username.toLowerCase()));
  return hidden.size === 0 ? tree : replaced(tree, hidden);
}

function namesIn(tree: Query): string[] {
  switch (tree.kind) {
    case "field":
      return PEOPLE.has(tree.field) && tree.match.kind === "name" ? [tree.match.name.toLowerCase()] : [];
    case "not":
      return namesIn(tree.query);
    case "and":
    case "or":
      return tree.queries.flatMap(namesIn);
    default:
      return [];
  }
}

function replaced(tree: Query, hidden: ReadonlySet<string>): Query {
  switch (tree.kind) {
    case "field":
      return PEOPLE.has(tree.field) && tree.match.kind === "name" && hidden.has(tree.match.name.toLowerCase())
        ? { ...tree, match: { kind: "name", name: NOBODY } }
        : tree;
    case "not":
      return { ...tree, query: replaced(tree.query, hidden) };
    case "and":
    case "or":
      return { ...tree, queries: tree.queries.map((query) => replaced(query, hidden)) };
    default:
      return tree;
  }
}
