import { type GivenSetting, givenSettings } from "@/lib/platform/environment";
import { withoutCredentials } from "@/lib/text/addresses";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { examineInstallation, type Risk } from "./examine";

/** What administrators are to know of the installation, and change where it was started. */

/** Settings of the environment. Secrets are told as given or not. Needs `management.use`. */
export function installationSettings(actor: Actor): GivenSetting[] {
  demand(actor, "management.use");
  return givenSettings().map((setting) => ({
    ...setting,
    value: setting.value === undefined ? undefined : withoutCredentials(setting.value),
  }));
}

/** What is risky about the installation, as `npm run doctor` tells it. Needs `management.use`. */
export async function installationRisks(actor: Actor): Promise<Risk[]> {
  demand(actor, "management.use");
  return examineInstallation();
}
