import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";
import type { AdmittedHost } from "../../outside/admission";
import { plainHost } from "../../outside/repository-address";
import { tieStreams } from "./tied-streams";

/**
 * A proxy on this machine that leads to one place: the host that was let through, at the addresses that were judged.
 * Programs that resolve hosts themselves and follow what servers tell them are given it, and reach nothing else.
 */

export interface PinnedProxy {
  port: number;
  close(): Promise<void>;
}

/** Opens the proxy; it lives for one call. */
export async function pinnedProxy(pass: AdmittedHost): Promise<PinnedProxy> {
  const [place] = pass.addresses;
  const leads = (host: string, port: number) => plainHost(host) === pass.host && port === pass.port;
  const open = new Set<Duplex>();

  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    const url = readUrl(incoming.url ?? "");
    if (!place || url?.protocol !== "http:" || !leads(url.hostname, Number(url.port || 80))) {
      response.writeHead(403).end();
      return;
    }
    const headers = incoming.rawHeaders.filter((_, at) => !isForProxy(incoming.rawHeaders[at - (at % 2)] ?? ""));
    const outgoing = ask(
      { host: place.address, port: pass.port, method: incoming.method, path: `${url.pathname}${url.search}`, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    outgoing.on("error", () => response.destroy());
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.on("connect", (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    const [, host = "", port = ""] = /^(.*):(\d+)$/.exec(incoming.url ?? "") ?? [];
    if (!place || !leads(host, Number(port))) {
      client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const remote = connect(pass.port, place.address, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      remote.write(head);
      remote.pipe(client).pipe(remote);
    });
    tieStreams(client, remote, open);
  });
  await new Promise<void>((ready, fail) => server.once("error", fail).listen(0, "127.0.0.1", ready));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        for (const one of open) one.destroy();
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const isForProxy = (header: string): boolean => /^proxy-/i.test(header);

function readUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
