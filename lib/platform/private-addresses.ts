import { BlockList, isIP } from "node:net";

/** Addresses that are not on the public internet: this machine, local networks, link-local, multicast, reserved. */

const blocked = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  blocked.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  blocked.addSubnet(network, prefix, "ipv6");

/** True for an IP address that is not public, and for what is no IP address. */
export function isPrivateAddress(ip: string): boolean {
  const plain = ip.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return isPrivateAddress(mapped);
  const family = isIP(plain);
  if (family === 0) return true;
  // A mapped address may also be written in hexadecimal.
  if (/^(?:0{0,4}:){2,5}ffff:/i.test(plain)) return true;
  return blocked.check(plain, family === 4 ? "ipv4" : "ipv6");
}
