import * as runs from "@/lib/domain/addon-runs/run-addon";
import { type Sentence, worded } from "@/lib/domain/errors";

/** What add-ons would do, as the API says it. */

const english = (lines: readonly Sentence[] | undefined) => lines?.map((line) => worded(line).message);

export const previewAddon = async (...given: Parameters<typeof runs.previewAddon>) =>
  english(await runs.previewAddon(...given));

export const planInstallation = async (...given: Parameters<typeof runs.planInstallation>) =>
  english(await runs.planInstallation(...given));

export const planConfiguration = async (...given: Parameters<typeof runs.planConfiguration>) =>
  english(await runs.planConfiguration(...given));
