/** Answers that go on: server-sent events, https://html.spec.whatwg.org/multipage/server-sent-events.html. */

/** How often something is said when there is nothing to say, so that neither end takes the line for dead. */
const BEAT_MS = 15_000;
/** After this long a client has to come again, and is asked again who it is. */
const LIFE_MS = 240_000;
/** Events that a slow client may leave unread; one with more has to come again. */
const MOST_UNREAD = 200;

/**
 * A stream of events. Each has the server's time in milliseconds as its id, which a client that comes again tells.
 * @param begin is told how to send, and gives what ends it
 */
export async function eventStream(begin: (send: (event: object) => void) => Promise<() => void>): Promise<Response> {
  const encoder = new TextEncoder();
  const waiting: Uint8Array[] = [];
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const write = (text: string) => {
    const bytes = encoder.encode(text);
    if (!controller) waiting.push(bytes);
    else if ((controller.desiredSize ?? 0) < -MOST_UNREAD) close();
    else controller.enqueue(bytes);
  };
  let leave = () => {};
  const timers: ReturnType<typeof setTimeout>[] = [];
  const close = () => {
    for (const timer of timers.splice(0)) clearTimeout(timer);
    leave();
    const ended = controller;
    controller = undefined;
    waiting.length = 0;
    ended?.close();
  };
  // Refusals are thrown here, while there can be another answer.
  leave = await begin((event) => write(`id: ${Date.now()}\ndata: ${JSON.stringify(event)}\n\n`));
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      given.enqueue(encoder.encode("retry: 2000\n\n"));
      for (const bytes of waiting.splice(0)) given.enqueue(bytes);
      timers.push(
        // An event, as comments are kept from scripts.
        setInterval(() => write("event: beat\ndata:\n\n"), BEAT_MS),
        setTimeout(close, LIFE_MS),
      );
      for (const timer of timers) timer.unref();
    },
    cancel() {
      controller = undefined;
      close();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      // Neither compression nor a proxy may hold events back.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}
