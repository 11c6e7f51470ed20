import { CODE_HOSTS } from "../hosts/registry";
import { foreignDriver } from "./foreign/driver";
import { mercurial } from "./foreign/mercurial";
import { subversion } from "./foreign/subversion";
import { gitDriver, gitForcePushDriver, localDriver, requestDriver } from "./git";
import type { VcsDriver } from "./vcs";

/** All version control drivers, by the value of `vcs`. */
export const VCS_DRIVERS: readonly VcsDriver[] = [
  gitDriver,
  gitForcePushDriver,
  localDriver,
  ...CODE_HOSTS.map(requestDriver),
  foreignDriver(mercurial),
  foreignDriver(subversion),
];

/** Values of `vcs` that push without a push address. */
export const PUSHING_KINDS: readonly string[] = VCS_DRIVERS.filter(
  ({ hasRemote, needsPushUrl }) => hasRemote && !needsPushUrl,
).map(({ id }) => id);

/** A driver by id, or undefined. */
export function findDriver(id: string): VcsDriver | undefined {
  return VCS_DRIVERS.find((driver) => driver.id === id);
}
