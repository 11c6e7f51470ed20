import { readPrivateHosts } from "@/lib/platform/outside/networks";

/** Hosts and networks as a setting opens them. */
export function hosts(text: string) {
  const read = readPrivateHosts(text);
  if (!read) throw new Error(`${text} is not a list of hosts and networks.`);
  return read;
}

/** All private networks open, or none. */
export const OPEN = hosts("on");
export const CLOSED = hosts("off");
