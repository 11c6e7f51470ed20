/** Terms of English and Czech as a TBX file. */

/** A term with its translation, and what is said of the translation. */
export type Term = readonly [source: string, target: string, remark?: string];

/** Its lines of the file. */
export const tbxEntry = ([source, target, remark = ""]: Term) => `
      <termEntry>
        <langSet xml:lang="en">
          <tig>
            <term>${source}</term>
          </tig>
        </langSet>
        <langSet xml:lang="cs">
          <tig>
            <term>${target}</term>${remark && `\n            <note from="translator">${remark}</note>`}
          </tig>
        </langSet>
      </termEntry>`;

/** The file, as Loquat writes it. */
export const tbxFile = (...terms: readonly Term[]) => `<?xml version="1.0" encoding="UTF-8"?>
<martif type="TBX" xml:lang="en">
  <text>
    <body>${terms.map(tbxEntry).join("")}
    </body>
  </text>
</martif>
`;
