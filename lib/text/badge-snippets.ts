import { escapeMarkup } from "./pictures/pen";

/** What to write in pages and READMEs to show an image that leads somewhere. */
export function snippetsOf(image: string, target: string, alt: string): { format: string; text: string }[] {
  const plain = alt.replace(/\s+/g, " ").trim();
  const markdown = plain.replace(/[\\[\]<>*_`]/g, "\\$&");
  return [
    { format: "Markdown", text: `[![${markdown}](${image})](${target})` },
    {
      format: "HTML",
      text: `<a href="${escapeMarkup(target)}"><img src="${escapeMarkup(image)}" alt="${escapeMarkup(plain)}"></a>`,
    },
    { format: "reStructuredText", text: `.. image:: ${image}\n   :alt: ${plain}\n   :target: ${target}` },
    { format: "AsciiDoc", text: `image:${image}["${plain.replace(/["\]]/g, "")}",link="${target}"]` },
    { format: "BBCode", text: `[url=${target}][img]${image}[/img][/url]` },
  ];
}
