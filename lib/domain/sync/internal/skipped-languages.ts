import type { Tx } from "@/lib/platform/database";
import { isFamiliarCode } from "@/lib/text/languages/new-codes";
import { clearAlert, raiseAlert } from "../../components/alerts";
import type { ComponentRow } from "../../components/components";
import type { SyncTranslation } from "../../files/context";
import type { CodeRefusal } from "../../languages/languages";
import type { MatchedFile } from "../match-files";

/** Languages that neither the catalogue nor ISO 639 knows and that one component may bring into the installation. */
const MOST_UNFAMILIAR = 200;

/** Files that an alert names. */
const NAMED = 50;

/** How many languages that nobody knows a component may still bring, given those it has. */
export function newLanguageAllowance(present: readonly Pick<SyncTranslation, "languageDbCode">[]): number {
  return Math.max(0, MOST_UNFAMILIAR - present.filter((row) => !isFamiliarCode(row.languageDbCode)).length);
}

const WHY: Readonly<Record<CodeRefusal, string>> = {
  malformed: "is not a language code: a letter first, then letters, digits, _ - + @ and . only, at most 50 characters",
  "too-many": `exceeds the limit of ${MOST_UNFAMILIAR} unknown languages per component; an administrator can create this language`,
};

/** Raises the alert about files that have no language and get none, or clears it when there are none. */
export async function alertSkippedFiles(
  tx: Tx,
  component: Pick<ComponentRow, "id" | "projectId">,
  files: readonly MatchedFile[],
  refused: ReadonlyMap<string, CodeRefusal>,
): Promise<void> {
  const skipped = files.flatMap(({ code, path }) => {
    const why = refused.get(code);
    return why === undefined ? [] : [{ path, message: `“${code}” ${WHY[why]}.` }];
  });
  if (skipped.length === 0) return clearAlert(tx, component.id, ["UnusableLanguage"]);
  await raiseAlert(tx, component, "UnusableLanguage", {
    error: skipped.length === 1 ? "One file is skipped." : `${skipped.length} files are skipped.`,
    files: skipped.slice(0, NAMED),
  });
}
