import { CST } from "yaml";
import { refusal } from "@/lib/text/messages/refusal";
import { FormatError, positionAt } from "../kernel/format";
import { yamlTokens } from "../kernel/yaml/tree";

/** YAML as its grammar's tokens, with every blank and comment. */

export type YamlCollection = CST.BlockMap | CST.BlockSequence;

/** The documents of a text. @throws FormatError where it is no YAML, or nested too deep */
export function yamlDocuments(text: string): CST.Document[] {
  const documents: CST.Document[] = [];
  for (const token of yamlTokens(text)) {
    if (token.type === "document") documents.push(token);
    if (token.type !== "error") continue;
    const { line, column } = positionAt(text, token.offset);
    throw new FormatError(refusal("readYaml", { detail: token.message }), line, column);
  }
  return documents;
}

/** Where the first thing of a map or list stands, blanks and comments aside. */
export function yamlFirst(token: YamlCollection): number {
  for (const item of token.items) {
    const mark = item.start.find(({ type }) => type !== "space" && type !== "newline" && type !== "comment");
    const first = mark ?? item.key ?? item.sep?.[0] ?? item.value;
    if (first) return first.offset;
  }
  return token.offset;
}

/** How long the line is that begins a block. */
export function yamlHeadLength(token: CST.BlockScalar): number {
  return token.props.reduce((length, prop) => length + CST.stringify(prop).length, 0);
}

/** All that a text says, its comments included, as one text; how it is laid out does not matter. */
export function yamlSayings(documents: readonly CST.Document[]): string {
  const said: unknown[] = [];
  const comments: string[] = [];
  const marks = (tokens: readonly CST.SourceToken[] = []): void => {
    for (const { type, source } of tokens)
      if (type === "comment") comments.push(source);
      else if (type !== "space" && type !== "newline") said.push(source);
  };
  const value = (token: CST.Token | null | undefined): void => {
    if (!token) return;
    said.push(token.type);
    if ("items" in token) {
      if (token.type === "flow-collection") marks([token.start]);
      for (const item of token.items) {
        marks(item.start);
        value(item.key);
        marks(item.sep);
        value(item.value);
      }
      said.push("end");
    } else if (token.type === "block-scalar") {
      marks(token.props.filter((prop): prop is CST.SourceToken => "source" in prop));
      said.push(CST.resolveAsScalar(token, false, () => said.push("wrong"))?.value);
    } else if (CST.isScalar(token))
      said.push(
        token.type === "alias" ? token.source : CST.resolveAsScalar(token, false, () => said.push("wrong")).value,
      );
    if ("end" in token) marks(token.end);
  };
  for (const { start, value: content, end } of documents) {
    marks(start);
    value(content);
    marks(end);
    said.push("document");
  }
  return JSON.stringify([said, comments]);
}
