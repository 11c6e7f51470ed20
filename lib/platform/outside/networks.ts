import ipaddr from "ipaddr.js";

/** Which addresses lie on the public internet, and which private ones an administrator has opened. */

/** Private hosts and networks that may be reached. */
export interface PrivateHosts {
  /** True when all of them are open. */
  all: boolean;
  /** Names in lower case without a dot at the end; one that begins with a dot stands for all names below it. */
  hosts: readonly string[];
  networks: readonly [network: ipaddr.IPv4 | ipaddr.IPv6, prefix: number][];
}

const HOST = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/;

/** Reads `on`, `off` or a list of hosts and networks. Undefined when an entry is neither. */
export function readPrivateHosts(text: string): PrivateHosts | undefined {
  const value = text.trim().toLowerCase();
  if (/^(?:1|true|yes|on)$/.test(value)) return { all: true, hosts: [], networks: [] };
  if (/^(?:0|false|no|off)?$/.test(value)) return { all: false, hosts: [], networks: [] };
  const hosts: string[] = [];
  const networks: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
  for (const entry of value.split(/[\s,]+/).filter(Boolean)) {
    const plain = entry.replace(/^\[(.*)\]$/, "$1");
    if (plain.includes("/")) {
      if (!ipaddr.isValidCIDR(plain)) return undefined;
      networks.push(ipaddr.parseCIDR(plain));
    } else if (isAddress(plain)) {
      const one = ipaddr.process(plain);
      networks.push([one, one.kind() === "ipv4" ? 32 : 128]);
    } else if (HOST.test(plain) && !/^[\d.]+$/.test(plain)) hosts.push(plain.replace(/^\*/, ""));
    else return undefined;
  }
  return { all: false, hosts, networks };
}

/** True for an IP address in its usual spelling, without a zone. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes("%"));
}

/** True for an IP address on the public internet; false for everything else, what is no address included. */
export function isPublicAddress(text: string): boolean {
  if (!isAddress(text)) return false;
  const one = meant(text);
  if (one.range() !== "unicast") return false;
  // Everything that is given out to the internet lies in 2000::/3.
  return one.kind() === "ipv4" || ((one as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
}

/** Whether a host with this address may be reached. */
export function mayReach(host: string, address: string, opened: PrivateHosts): boolean {
  if (isPublicAddress(address)) return true;
  return opened.all || isOpened(host, opened) || (isAddress(address) && inNetwork(address, opened));
}

/** Whether the name itself has been opened, whatever its addresses. */
export function isOpened(host: string, opened: PrivateHosts): boolean {
  return opened.all || opened.hosts.some((one) => (one.startsWith(".") ? host.endsWith(one) : host === one));
}

function inNetwork(address: string, opened: PrivateHosts): boolean {
  const one = meant(address);
  return opened.networks.some(([network, prefix]) => one.kind() === network.kind() && one.match([network, prefix]));
}

/** The address that is reached in the end: an IPv4 address written as IPv6, or behind NAT64, is that IPv4 address. */
function meant(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const one = ipaddr.process(text);
  if (one.kind() === "ipv4") return one;
  const { parts } = one as ipaddr.IPv6;
  const [high = 0, low = 0] = parts.slice(6);
  const nat64 = parts[0] === 0x64 && parts[1] === 0xff9b && parts.slice(2, 6).every((part) => part === 0);
  return nat64 ? new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]) : one;
}
