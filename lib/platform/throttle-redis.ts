import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";

/** As much of the Redis protocol as counting requests takes: one connection, EVAL and EVALSHA. */

type Reply = string | number | null | Reply[] | Error;

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

const TIMEOUT_MS = 2000;
const LONGEST = 1_000_000;

/** One value from the buffer and the offset after it; undefined while it is incomplete. */
function parse(buffer: Buffer, at: number, depth = 0): { value: Reply; end: number } | undefined {
  const line = buffer.indexOf("\r\n", at);
  if (line < 0) return undefined;
  const text = buffer.toString("utf8", at + 1, line);
  const end = line + 2;
  switch (String.fromCharCode(buffer[at] ?? 0)) {
    case "+":
      return { value: text, end };
    case "-":
      return { value: new Error(text), end };
    case ":":
      return { value: Number(text), end };
    case "$": {
      const length = Number(text);
      if (length < 0) return { value: null, end };
      if (buffer.length < end + length + 2) return undefined;
      return { value: buffer.toString("utf8", end, end + length), end: end + length + 2 };
    }
    case "*": {
      if (depth > 4) throw new Error("The Redis server sent an answer that is nested too deeply.");
      const items: Reply[] = [];
      let next = end;
      for (let left = Number(text); left > 0; left--) {
        const item = parse(buffer, next, depth + 1);
        if (!item) return undefined;
        items.push(item.value);
        next = item.end;
      }
      return { value: items, end: next };
    }
    default:
      throw new Error("The Redis server sent something that is no answer.");
  }
}

/** A connection to the server that REDIS_URL names, opened on first use and again after it broke. */
export class RedisConnection {
  private socket: Socket | undefined;
  private buffer: Buffer = Buffer.alloc(0);
  private waiting: Waiting[] = [];

  constructor(private readonly address: string) {}

  /** Runs a cached script. @throws Error holding NOSCRIPT when the server does not know it */
  evalsha<T>(hash: string, keys: string[], args: unknown[]): Promise<T> {
    return this.send(["EVALSHA", hash, keys.length, ...keys, ...args]) as Promise<T>;
  }

  /** Runs a script. */
  eval<T>(script: string, keys: string[], args: unknown[]): Promise<T> {
    return this.send(["EVAL", script, keys.length, ...keys, ...args]) as Promise<T>;
  }

  /** Ends the connection. */
  close(): void {
    this.fail(new Error("The connection to Redis has been closed."));
  }

  private send(parts: readonly unknown[]): Promise<Reply> {
    const socket = this.open();
    return this.ask(socket, parts);
  }

  private ask(socket: Socket, parts: readonly unknown[]): Promise<Reply> {
    const texts = parts.map((part) => Buffer.from(String(part ?? "")));
    const pieces = texts.flatMap((text) => [Buffer.from(`$${text.length}\r\n`), text, Buffer.from("\r\n")]);
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      socket.write(Buffer.concat([Buffer.from(`*${texts.length}\r\n`), ...pieces]));
    });
  }

  private open(): Socket {
    if (this.socket) return this.socket;
    const url = new URL(this.address);
    const place = { host: url.hostname, port: Number(url.port || 6379) };
    const socket =
      url.protocol === "rediss:" ? connectSecure({ ...place, servername: url.hostname }) : connectPlain(place);
    socket.setTimeout(TIMEOUT_MS, () => {
      if (this.waiting.length > 0) this.fail(new Error("Redis did not answer in time."));
    });
    socket.on("error", (error) => this.fail(error));
    socket.on("close", () => this.fail(new Error("Redis closed the connection.")));
    socket.on("data", (data) => this.read(data));
    socket.unref();
    this.socket = socket;
    const ignore = () => {};
    if (url.password)
      this.ask(socket, [
        "AUTH",
        ...(url.username ? [decodeURIComponent(url.username)] : []),
        decodeURIComponent(url.password),
      ]).catch(ignore);
    if (url.pathname.length > 1) this.ask(socket, ["SELECT", url.pathname.slice(1)]).catch(ignore);
    return socket;
  }

  private read(data: Buffer): void {
    this.buffer = Buffer.concat([this.buffer, data]);
    if (this.buffer.length > LONGEST) {
      this.fail(new Error("Redis sent too much."));
      return;
    }
    try {
      for (let reply = parse(this.buffer, 0); reply; reply = parse(this.buffer, 0)) {
        this.buffer = this.buffer.subarray(reply.end);
        const waiting = this.waiting.shift();
        if (reply.value instanceof Error) waiting?.reject(reply.value);
        else waiting?.resolve(reply.value);
      }
    } catch (error) {
      this.fail(error as Error);
    }
  }

  private fail(error: Error): void {
    const { socket, waiting } = this;
    this.socket = undefined;
    this.waiting = [];
    this.buffer = Buffer.alloc(0);
    socket?.removeAllListeners();
    socket?.on("error", () => {});
    socket?.destroy();
    for (const one of waiting) one.reject(error);
  }
}
