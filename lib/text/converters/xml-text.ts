import { escapeXmlAttribute, escapeXmlText } from "@/lib/text/formats/kernel/xml/escape";

const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** Text as XML; characters that XML cannot hold become U+FFFD. */
export function xmlText(text: string): string {
  return escapeXmlText(text.replace(NOT_XML, "\ufffd"));
}

/** ` name="value"`, or nothing for an empty value. */
export function xmlAttribute(name: string, value: string): string {
  return value === "" ? "" : ` ${name}="${escapeXmlAttribute(value.replace(NOT_XML, "\ufffd"))}"`;
}

/** A comment's inside that cannot end the comment. */
export function xmlComment(text: string): string {
  return text.replace(NOT_XML, "\ufffd").replaceAll("--", "- -").replace(/-$/, "- ");
}
