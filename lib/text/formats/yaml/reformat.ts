import type { CST } from "yaml";
import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused, FormatError, type Reformat } from "../kernel/format";
import { yamlDocuments, yamlSayings } from "./cst";
import { indentYaml } from "./indent";
import { wrapYaml } from "./wrap";

/** A whole YAML file in the shape of its parameters. Order, quotes, comments, anchors and empty lines stay. */

/** With this width no line is broken. */
const ENDLESS = 65535;

function widthOf(value: unknown, least: number, most: number): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}

/** YAML files of both kinds. */
export const reformatYaml: Reformat = {
  params: ["yaml_indent", "yaml_line_wrap"],
  apply: (text, params) => {
    const unit = widthOf(params.yaml_indent, 1, 16);
    const width = widthOf(params.yaml_line_wrap, 20, ENDLESS - 1);
    if (unit === undefined && width === undefined) return text;
    const before = yamlDocuments(text);
    const indented = unit === undefined ? text : indentYaml(text, before, unit);
    // Also what no string holds must stay: other documents, numbers, anchors, comments.
    const between = indented === text ? before : wellFormed(indented);
    const shaped = between && width !== undefined ? wrapYaml(indented, between, width, unit ?? 2) : indented;
    if (shaped === text) return text;
    const after = shaped === indented ? between : wellFormed(shaped);
    if (!after || yamlSayings(after) !== yamlSayings(before)) throw new EditRefused(refusal("writeReformat"));
    return shaped;
  },
};

/** The documents; undefined where the text is no YAML. */
function wellFormed(text: string): CST.Document[] | undefined {
  try {
    return yamlDocuments(text);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
