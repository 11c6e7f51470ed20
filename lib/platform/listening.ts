import pg from "pg";
import { databaseUrl } from "./database";
import { log } from "./log";

/** Hearing what processes say to each other by NOTIFY, on one connection of its own as long as anybody listens. */

/** Somebody who listens on a channel. */
export interface Hearer {
  said(payload: string): void;
  /** The connection was away: something may have been said meanwhile. */
  missed(): void;
}

const PAUSE_MS = 1000;

class Ear {
  private readonly hearers = new Map<string, Set<Hearer>>();
  private client: pg.Client | undefined;
  private connecting = false;

  /** @param channel a name in lower case */
  add(channel: string, hearer: Hearer): () => void {
    const known = this.hearers.get(channel);
    if (known) known.add(hearer);
    else {
      this.hearers.set(channel, new Set([hearer]));
      this.client?.query(`listen ${channel}`).catch(() => {});
    }
    void this.connect(false);
    return () => this.remove(channel, hearer);
  }

  private remove(channel: string, hearer: Hearer): void {
    const known = this.hearers.get(channel);
    known?.delete(hearer);
    if (known?.size !== 0) return;
    this.hearers.delete(channel);
    if (this.hearers.size > 0) {
      this.client?.query(`unlisten ${channel}`).catch(() => {});
      return;
    }
    const { client } = this;
    this.client = undefined;
    client?.end().catch(() => {});
  }

  /** Until there is a connection, or nobody listens any more. */
  private async connect(again: boolean): Promise<void> {
    if (this.client || this.connecting) return;
    this.connecting = true;
    let failed = again;
    while (this.hearers.size > 0 && !this.client) {
      try {
        await this.open();
      } catch (error) {
        if (!failed) log.warn({ err: error }, "Waiting for the database, to hear of changes.");
        failed = true;
        await new Promise((done) => setTimeout(done, PAUSE_MS).unref());
      }
    }
    this.connecting = false;
    if (failed && this.client)
      for (const hearer of [...this.hearers.values()].flatMap((all) => [...all])) hearer.missed();
  }

  private async open(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl(), keepAlive: true, options: "-c timezone=UTC" });
    const lost = () => {
      if (this.client !== client) return;
      this.client = undefined;
      client.end().catch(() => {});
      void this.connect(true);
    };
    client.on("error", lost);
    client.on("end", lost);
    client.on("notification", ({ channel, payload }) => {
      for (const hearer of [...(this.hearers.get(channel) ?? [])]) hearer.said(payload ?? "");
    });
    try {
      await client.connect();
      for (const channel of [...this.hearers.keys()]) await client.query(`listen ${channel}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    // Nobody may be left, and somebody new may have come, while it connected.
    if (this.hearers.size === 0) {
      await client.end().catch(() => {});
      return;
    }
    this.client = client;
    for (const channel of [...this.hearers.keys()]) await client.query(`listen ${channel}`);
  }
}

const slot = Symbol.for("loquat.listening");
const store = globalThis as { [slot]?: Ear };

/** Listens on a channel of the database; gives what ends it. What was said before the connection stands is not heard. */
export function listen(channel: string, hearer: Hearer): () => void {
  store[slot] ??= new Ear();
  return store[slot].add(channel, hearer);
}
