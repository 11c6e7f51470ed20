import { Agent, request } from "node:http";
import { quantile } from "./report";

/** A load of equal requests over kept connections. */

export interface Call {
  method?: string;
  path: string;
  body?: string;
}

export interface Load {
  /** Milliseconds. */
  p50: number;
  /** Requests a second. */
  rate: number;
}

/** Sends a request and reads its answer whole. @throws for any status but the one expected */
function send(base: URL, agent: Agent, token: string, call: Call): Promise<void> {
  return new Promise((done, fail) => {
    const outgoing = request(
      {
        host: base.hostname,
        port: base.port,
        path: call.path,
        method: call.method ?? "GET",
        agent,
        headers: {
          Accept: "application/json",
          Authorization: `Token ${token}`,
          ...(call.body ? { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(call.body) } : {}),
        },
      },
      (answer) => {
        answer.on("data", () => {});
        answer.on("end", () => {
          if (answer.statusCode === 200) done();
          else fail(new Error(`${call.path}: ${answer.statusCode}`));
        });
        answer.on("error", fail);
      },
    );
    outgoing.on("error", fail);
    outgoing.end(call.body);
  });
}

/** Keeps so many connections busy for so long; `next` makes each request. */
export async function load(
  base: string,
  token: string,
  next: (index: number) => Call,
  connections: number,
  seconds: number,
): Promise<Load> {
  const url = new URL(base);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let index = 0;
  const samples: number[] = [];
  const during = async (until: number, kept: number[] | undefined) => {
    while (performance.now() < until) {
      const start = performance.now();
      await send(url, agent, token, next(index++));
      kept?.push(performance.now() - start);
    }
  };
  const workers = (until: number, kept: number[] | undefined) =>
    Promise.all(Array.from({ length: connections }, () => during(until, kept)));
  await workers(performance.now() + 500, undefined);
  const start = performance.now();
  await workers(start + seconds * 1000, samples);
  const took = performance.now() - start;
  agent.destroy();
  return { p50: quantile(samples, 0.5), rate: (samples.length * 1000) / took };
}
