import { CODE_HOSTS } from "../hosts/registry";
import { gitDriver, gitForcePushDriver, localDriver, requestDriver } from "./git";
import type { VcsDriver } from "./vcs";

/** All version control drivers, by the value of `vcs`. */
export const VCS_DRIVERS: readonly VcsDriver[] = [
  gitDriver,
  gitForcePushDriver,
  localDriver,
  ...CODE_HOSTS.map(requestDriver),
];

/** A driver by id, or undefined. */
export function findDriver(id: string): VcsDriver | undefined {
  return VCS_DRIVERS.find((driver) => driver.id === id);
}
