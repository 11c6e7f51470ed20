import { z } from "zod";
import { addAuthor, gettextPo } from "@/lib/text/formats/gettext/gettext";
import type { Addon } from "../addon";
import { unlessPo } from "./said";

/** Contributors in the header comments of PO files. */

const NONE = z.object({});

/** Addresses of add-ons, and of Loquat itself. */
const NOBODY = /<(?:addon-[^@]*@users\.noreply\.[^>]*|noreply@loquat)>$/;

export const authors: Addon<z.infer<typeof NONE>> = {
  id: "weblate.gettext.authors",
  aliases: ["loquat.gettext.authors"],
  name: "List contributors in PO files",
  description:
    "Adds the people who translated a PO file, and the years in which they did, to the comment at its head with each commit.",
  settings: NONE,
  multiple: false,
  scopes: ["component", "project"],
  wholeRepository: false,
  unfit: (component) => unlessPo(component),
  on: [],
  async beforeCommit({ translation, content, author, now }) {
    if (NOBODY.test(author)) return [];
    const text = gettextPo.decode(content);
    const after = addAuthor(text, author, now.getUTCFullYear());
    return after === text ? [] : [{ path: translation.filename, content: gettextPo.encode(after, content) }];
  },
};
