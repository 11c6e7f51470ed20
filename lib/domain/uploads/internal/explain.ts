import type { Tx } from "@/lib/platform/database";
import { findFormat } from "@/lib/text/formats/registry";
import type { Actor } from "../../access/actor";
import type { FileString } from "../../files/strings";
import type { TranslationRow } from "../../translations/translations";
import { explainTerms, unitsOfIdentities } from "../../units/explain-terms";
import type { Run } from "../upload";

/**
 * What a file of a glossary says of its translations comes with them.
 * @param options `whole` for a file that takes the place of another: what it says nothing of is not said any more, where its
 *   format has a place for it
 */
export async function explainStrings(
  tx: Tx,
  actor: Actor,
  translation: TranslationRow,
  strings: readonly Pick<FileString, "idHash" | "explanation">[],
  run: Run,
  { whole = false } = {},
): Promise<void> {
  const { component } = translation;
  if (!component.isGlossary || translation.isSource) return;
  const all = whole && findFormat(component.fileFormat)?.explains;
  const said = strings.flatMap(({ idHash, explanation = "" }) => (explanation || all ? [{ idHash, explanation }] : []));
  if (said.length === 0) return;
  const units = await unitsOfIdentities(
    tx,
    translation.id,
    said.map(({ idHash }) => idHash),
  );
  const wanted = said.flatMap(({ idHash, explanation }) => {
    const unit = units.get(idHash);
    return unit === undefined ? [] : [{ unit, explanation }];
  });
  await explainTerms(tx, actor, wanted, { cause: "upload", authorId: run.author });
}
