import { X } from "lucide-react";
import { useTexts } from "#texts";
import { searchMeant, wordsMeant } from "@/lib/text/search-query/meant";
import { parseQuery } from "@/lib/text/search-query/parse";
import { printQuery } from "@/lib/text/search-query/print";
import { type Query, QueryError } from "@/lib/text/search-query/query";
import { sentenceOf } from "./sentence";

type Read = { tree: Query } | { error: QueryError };

function read(query: string): Read {
  try {
    return { tree: parseQuery(query) };
  } catch (error) {
    if (error instanceof QueryError) return { error };
    throw error;
  }
}

/** Parts of a search that stand side by side, each with the search without it. */
function partsOf(tree: Query): { part: Query; others: string }[] {
  const parts = tree.kind === "and" ? tree.queries : tree.kind === "all" ? [] : [tree];
  return parts.map((part) => {
    const rest = parts.filter((other) => other !== part);
    const [only] = rest;
    return { part, others: only ? printQuery(rest.length > 1 ? { kind: "and", queries: rest } : only) : "" };
  });
}

/**
 * How a search is understood: its parts, each with a way to leave it out, or the place where it is
 * not, and what may have been meant instead. What is wrong there is said beside it.
 */
export function QueryReading({ query, hrefOf }: { query: string; hrefOf: (query: string) => string }) {
  const t = useTexts();
  if (query.trim() === "") return null;
  const said = read(query);
  const meant = "error" in said ? searchMeant(query, said.error) : wordsMeant(query);
  return (
    <div className="grid w-full grid-cols-1 gap-1 text-table text-ink-2">
      {"error" in said ? (
        <p className="break-words">
          <code className="font-mono">
            {query.slice(0, said.error.start)}
            <mark className="bg-tint-failing text-ink">{query.slice(said.error.start, said.error.end) || " "}</mark>
            {query.slice(said.error.end)}
          </code>
        </p>
      ) : (
        <ul aria-label={t("query.parts")} className="flex flex-wrap gap-1.5">
          {partsOf(said.tree).map(({ part, others }) => (
            <li
              key={printQuery(part)}
              className="inline-flex max-w-full items-center gap-1 rounded-full border border-line bg-sunken ps-3"
            >
              <bdi className="min-w-0 break-words">{sentenceOf(t, part)}</bdi>
              <a
                href={hrefOf(others)}
                className="inline-flex size-7 shrink-0 items-center justify-center rounded-full text-ink-2 hover:text-ink pointer-coarse:size-11"
              >
                <X aria-hidden size={14} />
                <span className="sr-only">{t("query.without", { part: sentenceOf(t, part) })}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {meant === undefined ? null : (
        <p>
          {t.rich("query.meant", {
            query: meant,
            link: (text) => (
              <a className="link break-words" href={hrefOf(meant)}>
                {text}
              </a>
            ),
          })}
        </p>
      )}
    </div>
  );
}
