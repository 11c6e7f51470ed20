import { describe, expect, it } from "vitest";
import { countedNetwork, shownNetwork } from "@/lib/platform/network";

describe("networks", () => {
  it.each([
    ["192.0.2.77", "192.0.2.77", "192.0.2.0/24"],
    ["::ffff:192.0.2.77", "192.0.2.77", "192.0.2.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
    ["::1", "0:0:0:0::/64", "0:0:0::/48"],
    ["not an address", "unknown", ""],
    ["", "unknown", ""],
  ])("%s is counted by %s and shown as %s", (address, counted, shown) => {
    expect(countedNetwork(address)).toBe(counted);
    expect(shownNetwork(address)).toBe(shown);
  });
});
