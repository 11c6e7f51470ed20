import { type AddressInfo, connect, createServer } from "node:net";
import type { Duplex } from "node:stream";
import type { AdmittedHost } from "../../outside/admission";
import { tieStreams } from "./tied-streams";

/**
 * A port of this machine behind which is one place: a host that was let through, at the addresses that were judged. For
 * programs that know no proxy and would resolve the host themselves.
 */

export interface PinnedPort {
  port: number;
  close(): Promise<void>;
}

/** Opens the port; it lives for one call. */
export async function pinnedPort(pass: AdmittedHost): Promise<PinnedPort> {
  const open = new Set<Duplex>();
  const server = createServer((client) => {
    const [place] = pass.addresses;
    if (!place) return void client.destroy();
    const remote = connect(pass.port, place.address);
    tieStreams(client, remote, open);
    client.pipe(remote).pipe(client);
  });
  await new Promise<void>((ready, fail) => server.once("error", fail).listen(0, "127.0.0.1", ready));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        for (const one of open) one.destroy();
        server.close(() => closed());
      }),
  };
}
