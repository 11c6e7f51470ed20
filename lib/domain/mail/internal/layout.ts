import { escapeHtml } from "@/lib/text/escape-html";
/** What a mail says, as text and as HTML: headings, paragraphs, links and lists. No pictures, nothing from elsewhere. */

/** One piece of a mail. Texts are plain; they may hold what anybody has typed. */
export type MailBlock =
  | { text: string }
  | { heading: string }
  /** A link of its own, as for what the mail asks for. */
  | { link: string; href: string }
  | { list: readonly { text: string; href?: string }[] };

export interface MailText {
  subject: string;
  blocks: readonly MailBlock[];
  /** Language of the texts and its direction, as in HTML. */
  language: string;
  direction: "ltr" | "rtl";
}

const escaped = (text: string): string =>
  // Other control characters may not stand in HTML.
  escapeHtml(text.replace(/[\0-\x08\v\f\x0e-\x1f\x7f]/g, ""));

/** The mail for programs that show text. */
export function plainText({ blocks }: Pick<MailText, "blocks">): string {
  const parts = blocks.map((block) => {
    if ("heading" in block) return `${block.heading}\n${"-".repeat(Math.min([...block.heading].length, 72))}`;
    if ("link" in block) return `${block.link}:\n${block.href}`;
    if ("list" in block) return block.list.map(({ text, href }) => `* ${text}${href ? `\n  ${href}` : ""}`).join("\n");
    return block.text;
  });
  return `${parts.join("\n\n")}\n`;
}

function htmlOfBlock(block: MailBlock): string {
  if ("heading" in block) return `<h2 style="font-size:16px;margin:20px 0 8px">${escaped(block.heading)}</h2>`;
  if ("link" in block)
    return `<p style="margin:16px 0"><a href="${escaped(block.href)}">${escaped(block.link)}</a></p>`;
  if ("list" in block) {
    const items = block.list.map(({ text, href }) =>
      href ? `<li><a href="${escaped(href)}">${escaped(text)}</a></li>` : `<li>${escaped(text)}</li>`,
    );
    return `<ul style="margin:8px 0;padding-inline-start:20px">${items.join("")}</ul>`;
  }
  return `<p style="margin:8px 0">${escaped(block.text)}</p>`;
}

/** The mail for programs that show HTML. */
export function html({ subject, blocks, language, direction }: MailText): string {
  return `<!doctype html><html lang="${escaped(language)}" dir="${direction}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font-family:sans-serif;font-size:15px;line-height:1.5;max-width:600px;margin:0;padding:16px">${blocks.map(htmlOfBlock).join("")}</body></html>`;
}
