import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

/**
 * As much of a broker as a publisher talks to, by the frames of AMQP 0-9-1: a connection, a channel with confirmations,
 * and messages, which it keeps.
 */

export interface Taken {
  exchange: string;
  topic: string;
  /** The properties, as they come. */
  header: Buffer;
  body: string;
}

/** What becomes of a message: it is confirmed, not confirmed, or the channel is closed with a code. */
type Verdict = "ack" | "nack" | "silence" | { code: number; text: string };

export interface AmqpBroker {
  port: number;
  taken: Taken[];
  /** Mechanism and response of each connection. */
  logins: { mechanism: string; response: string }[];
  judge: (message: Taken) => Verdict;
  close(): Promise<void>;
}

const END = 0xce;
const short = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
const long = (text: string) => Buffer.concat([number(4, text.length), Buffer.from(text)]);
function number(size: 1 | 2 | 4 | 8, value: number): Buffer {
  const made = Buffer.alloc(size);
  if (size === 8) made.writeBigUInt64BE(BigInt(value));
  else made.writeUIntBE(value, 0, size);
  return made;
}

/** A broker on a port of this machine; with keys it speaks TLS alone. */
export async function startAmqpBroker(tls?: TlsOptions): Promise<AmqpBroker> {
  const sockets = new Set<Socket>();
  const broker: AmqpBroker = { port: 0, taken: [], logins: [], judge: () => "ack", close: async () => {} };
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    talk(socket, broker);
  };
  const server = tls ? createTlsServer(tls, serve) : createServer(serve);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  broker.port = (server.address() as { port: number }).port;
  broker.close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  };
  return broker;
}

function talk(socket: Socket, broker: AmqpBroker): void {
  let rest = Buffer.alloc(0);
  let isOpen = false;
  let message: (Taken & { size: number }) | undefined;
  let published = 0;

  const frame = (type: number, channel: number, payload: Buffer) =>
    socket.write(
      Buffer.concat([number(1, type), number(2, channel), number(4, payload.length), payload, number(1, END)]),
    );
  const method = (channel: number, kind: number, id: number, ...parts: Buffer[]) =>
    frame(1, channel, Buffer.concat([number(2, kind), number(2, id), ...parts]));

  const settle = (channel: number) => {
    if (!message || Buffer.byteLength(message.body) < message.size) return;
    const { size: _, ...taken } = message;
    message = undefined;
    published++;
    const verdict = broker.judge(taken);
    if (verdict === "silence") return;
    if (typeof verdict === "object")
      return method(channel, 20, 40, number(2, verdict.code), short(verdict.text), number(2, 60), number(2, 40));
    if (verdict === "ack") broker.taken.push(taken);
    method(channel, 60, verdict === "ack" ? 80 : 120, number(8, published), number(1, 0));
  };

  const answers: Record<string, (channel: number, given: Buffer) => void> = {
    // connection.start-ok: properties, mechanism, response
    "10.11": (_, given) => {
      const at = 4 + given.readUInt32BE(0);
      const mechanism = given.subarray(at + 1, at + 1 + given.readUInt8(at)).toString();
      const from = at + 1 + mechanism.length;
      const response = given.subarray(from + 4, from + 4 + given.readUInt32BE(from)).toString();
      broker.logins.push({ mechanism, response });
      method(0, 10, 30, number(2, 100), number(4, 131_072), number(2, 0));
    },
    // connection.open, channel.open, confirm.select, channel.close, connection.close
    "10.40": () => method(0, 10, 41, short("")),
    "20.10": (channel) => method(channel, 20, 11, long("")),
    "85.10": (channel) => method(channel, 85, 11),
    "20.40": (channel) => method(channel, 20, 41),
    "10.50": () => method(0, 10, 51),
    "60.40": (_, given) => {
      const exchange = given.subarray(3, 3 + given.readUInt8(2)).toString();
      const at = 3 + exchange.length;
      const topic = given.subarray(at + 1, at + 1 + given.readUInt8(at)).toString();
      message = { exchange, topic, header: Buffer.alloc(0), body: "", size: 0 };
    },
  };

  socket.on("data", (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    if (!isOpen) {
      if (rest.length < 8) return;
      if (!rest.subarray(0, 4).equals(Buffer.from("AMQP"))) return void socket.destroy();
      rest = rest.subarray(8);
      isOpen = true;
      const table = number(4, 0);
      method(0, 10, 10, Buffer.from([0, 9]), table, long("PLAIN EXTERNAL"), long("en_US"));
    }
    while (rest.length >= 7 && rest.length >= 8 + rest.readUInt32BE(3)) {
      const [type, channel, size] = [rest.readUInt8(0), rest.readUInt16BE(1), rest.readUInt32BE(3)];
      const payload = rest.subarray(7, 7 + size);
      rest = rest.subarray(8 + size);
      if (type === 1) answers[`${payload.readUInt16BE(0)}.${payload.readUInt16BE(2)}`]?.(channel, payload.subarray(4));
      else if (type === 2 && message) {
        message.size = Number(payload.readBigUInt64BE(4));
        message.header = Buffer.from(payload.subarray(12));
      } else if (type === 3 && message) {
        message.body += payload.toString();
        settle(channel);
      }
    }
  });
}
