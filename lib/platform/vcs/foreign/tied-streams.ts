import type { Duplex } from "node:stream";

/** Lets two streams end together; as long as they are open, they are among the `open` ones. */
export function tieStreams(client: Duplex, remote: Duplex, open: Set<Duplex>): void {
  for (const [one, other] of [
    [client, remote],
    [remote, client],
  ] as const) {
    open.add(one);
    one.on("error", () => other.destroy());
    one.on("close", () => {
      open.delete(one);
      other.destroy();
    });
  }
}
