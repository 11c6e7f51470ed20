import { type ChannelModel, connect, credentials } from "amqplib";
import { admitBroker, NotAdmitted } from "./outside/admission";
import { plainHost } from "./outside/repository-address";
import { pinned } from "./safe-fetch";

/**
 * Messages to brokers by AMQP 0-9-1, to addresses that people typed: judged at the moment of the connection as those of
 * other services are, within bounds of time. A message has arrived when the broker has confirmed it.
 */

/** A broker, and how one gets in. */
export interface Broker {
  /** `amqps://` or `amqp://`, with user, password and virtual host where there are any. */
  url: string;
  /** PEM; the certificates of the system when empty. */
  ca: string;
  /** PEM. With both of them the certificate says who we are. */
  cert: string;
  key: string;
}

export interface BusPublication {
  exchange: string;
  /** Routing key. */
  topic: string;
  id: string;
  headers: Record<string, string | number>;
  /** JSON. */
  body: string;
}

/** The broker could not be reached or did not take it; the message is a sentence for a person without secrets. */
export class BusError extends Error {
  override readonly name = "BusError";
  constructor(
    message: string,
    /** True when the broker refused this message and would take others. */
    readonly refused = false,
  ) {
    super(message);
  }
}

/** What a broker says of a message that is too large or has a property that it does not take. */
const OF_THE_MESSAGE = new Set([311, 406]);

/** Hands a message to a broker, once. @throws BusError */
export async function publishToBus(broker: Broker, message: BusPublication, timeoutMs: number): Promise<void> {
  // Ends the socket in whatever state the connection is.
  const end = new AbortController();
  let isLate = false;
  const late = new Promise<never>((_, fail) => {
    end.signal.addEventListener("abort", () => fail(new Error("It took too long.")), { once: true });
  });
  late.catch(() => {});
  const timer = setTimeout(() => {
    isLate = true;
    end.abort();
  }, timeoutMs);
  const host = URL.canParse(broker.url) ? plainHost(new URL(broker.url).hostname) : "The broker";
  try {
    const model = await Promise.race([open(broker, end.signal), late]);
    // The error of a channel is an event as well, and one that nobody hears ends the process.
    model.on("error", () => {});
    await Promise.race([send(model, message), late]);
    await Promise.race([model.close(), late]).catch(() => {});
  } catch (error) {
    throw explained(error, host, isLate);
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}

async function open(broker: Broker, signal: AbortSignal): Promise<ChannelModel> {
  const { url, addresses } = await admitBroker(broker.url);
  const secure = url.protocol === "amqps:";
  const own = secure && broker.cert !== "" && broker.key !== "";
  // A password is told to nobody who has not shown a certificate, unless somebody wrote it into an open address.
  const login = own && url.username === "" ? { credentials: credentials.external() } : {};
  const named = url.username === "" && url.password === "" ? {} : userOf(url);
  const host = plainHost(url.hostname);
  const options = {
    ...login,
    lookup: pinned(addresses),
    signal,
    ...(secure && broker.ca !== "" ? { ca: broker.ca } : {}),
    ...(own ? { cert: broker.cert, key: broker.key } : {}),
  };
  return connect(
    {
      protocol: secure ? "amqps" : "amqp",
      hostname: host,
      port: url.port === "" ? undefined : Number(url.port),
      vhost: url.pathname.length > 1 ? url.pathname.slice(1) : "/",
      heartbeat: 0,
      ...named,
    },
    options,
  );
}

const userOf = ({ username, password }: URL) => ({
  username: decodeURIComponent(username),
  password: decodeURIComponent(password),
});

async function send(model: ChannelModel, { exchange, topic, id, headers, body }: BusPublication): Promise<void> {
  const channel = await model.createConfirmChannel();
  await new Promise<void>((done, fail) => {
    channel.once("error", fail);
    channel.once("close", () => fail(new Error("The connection was closed.")));
    channel.publish(
      exchange,
      topic,
      Buffer.from(body),
      {
        ...{ headers, messageId: id, contentType: "application/json", contentEncoding: "utf-8" },
        persistent: true,
      },
      (error) => (error ? fail(new Error("The broker could not keep it.")) : done()),
    );
  });
}

function explained(error: unknown, host: string, late: boolean): BusError {
  if (error instanceof NotAdmitted) return new BusError(error.message);
  if (late) return new BusError(`${host} did not answer in time.`);
  const { code, message } = error as { code?: string | number; message: string };
  const said = message.startsWith("Expected ConnectionOpenOk")
    ? "the virtual host is not there, or the user may not use it"
    : typeof code === "string"
      ? code
      : message;
  return new BusError(
    `${host} did not take the message (${said.slice(0, 300)}).`,
    typeof code === "number" && OF_THE_MESSAGE.has(code),
  );
}
