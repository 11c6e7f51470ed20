import { refusal } from "@/lib/text/messages/refusal";
import { type SearchFields, STRING_FIELDS } from "@/lib/text/search-query/fields";
import { matchOf, rangeOf } from "@/lib/text/search-query/matches";
import { type Query, QueryError } from "@/lib/text/search-query/query";
import { type Token, tokensOf } from "@/lib/text/search-query/tokens";

const MAX_DEPTH = 50;

class Parser {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly fields: SearchFields,
    private readonly length: number,
  ) {}

  parse(): Query {
    if (this.tokens.length === 0) return { kind: "all" };
    const query = this.or();
    const left = this.tokens[this.at];
    if (left) throw new QueryError(refusal("searchBracket"), left.start, left.end);
    return query;
  }

  private or(): Query {
    const queries = [this.and()];
    while (this.tokens[this.at]?.kind === "or") {
      this.at++;
      queries.push(this.and());
    }
    const [only] = queries;
    return queries.length === 1 && only ? only : { kind: "or", queries };
  }

  /** Terms side by side bind as if AND stood between them. */
  private and(): Query {
    const queries = [this.not()];
    for (
      let token = this.tokens[this.at];
      token && token.kind !== "or" && token.kind !== ")";
      token = this.tokens[this.at]
    ) {
      if (token.kind === "and") this.at++;
      queries.push(this.not());
    }
    const [only] = queries;
    return queries.length === 1 && only ? only : { kind: "and", queries };
  }

  private not(): Query {
    let negations = 0;
    while (this.tokens[this.at]?.kind === "not") {
      negations++;
      this.at++;
    }
    const query = this.term();
    return negations % 2 === 0 ? query : { kind: "not", query };
  }

  private term(): Query {
    const token = this.tokens[this.at++];
    if (!token || token.kind === ")" || token.kind === "and" || token.kind === "or" || token.kind === "not") {
      throw this.missing(token);
    }
    switch (token.kind) {
      case "(":
        return this.group(token);
      case "word":
        if (token.value.regex) throw new QueryError(refusal("searchRegexField"), token.start, token.end);
        return { kind: "text", text: token.value.text };
      case "field": {
        const field = this.field(token);
        return { kind: "field", field: field.name, match: matchOf(token, field) };
      }
      case "range": {
        const field = this.field(token);
        return { kind: "field", field: field.name, match: rangeOf(token, field) };
      }
    }
  }

  private missing(token: Token | undefined): QueryError {
    const before = this.tokens[this.at - 2];
    const start = before?.start ?? token?.start ?? 0;
    const end = token?.end ?? before?.end ?? this.length;
    return new QueryError(refusal("searchTerm"), start, end);
  }

  private group(open: Token): Query {
    if (++this.depth > MAX_DEPTH) throw new QueryError(refusal("searchDeep"), open.start, open.end);
    const query = this.or();
    if (this.tokens[this.at]?.kind !== ")") throw new QueryError(refusal("searchOpen"), open.start, open.end);
    this.at++;
    this.depth--;
    return query;
  }

  private field(token: { field: string; start: number; end: number }) {
    const field = this.fields.get(token.field);
    if (field) return field;
    const end = token.start + token.field.length;
    throw new QueryError(refusal("searchField", { field: token.field }), token.start, end);
  }
}

/**
 * Reads a search. `fields` is the table of what can be searched for, strings when left out. The empty search is
 * everything. Throws {@link QueryError}, and nothing else, with a sentence and the part it is about.
 */
export function parseQuery(text: string, fields: SearchFields = STRING_FIELDS): Query {
  return new Parser(tokensOf(text), fields, text.length).parse();
}
