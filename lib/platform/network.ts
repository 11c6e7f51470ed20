import { isIP } from "node:net";

/** The network that attempts are counted by: one IPv4 address, or the 64 bits that one household is given of IPv6. */
export function countedNetwork(address: string): string {
  return shortened(address, 32, 64) || "unknown";
}

/** The eight groups of an IPv6 address; undefined for anything else. */
function groupsOf(address: string): number[] | undefined {
  if (isIP(address) !== 6) return undefined;
  const [head = "", tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const read = (part: string) => (part ? part.split(":").map((group) => Number.parseInt(group, 16)) : []);
  const [first, last] = [read(head), read(tail ?? "")];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** The first `bits` of an address, written as a network; "" for what is no address. */
function shortened(address: string, bits4: number, bits6: number): string {
  const plain = address.replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return shortened(mapped, bits4, bits6);
  if (isIP(plain) === 4) {
    const parts = plain.split(".").map((part, place) => (place * 8 < bits4 ? part : "0"));
    return bits4 === 32 ? plain : `${parts.join(".")}/${bits4}`;
  }
  const groups = groupsOf(plain);
  const kept = groups?.slice(0, bits6 / 16).map((group) => group.toString(16));
  return kept ? `${kept.join(":")}::/${bits6}` : "";
}

/** As much of an address as is kept and shown: enough to tell the office from home, not enough to tell who. */
export function shownNetwork(address: string): string {
  return shortened(address, 24, 48);
}
