import type { MessageTree } from "@/lib/text/messages/translator";

/**
 * Messages of components in the browser by the address that they are fetched from. The server has them at hand for the
 * page that it renders; there, components of server and browser are bundled apart and share nothing but this.
 */
const SHARED = Symbol.for("loquat.texts");
const shared = globalThis as { [SHARED]?: Map<string, MessageTree | Promise<MessageTree>> };
shared[SHARED] ??= new Map();
const texts: Map<string, MessageTree | Promise<MessageTree>> = shared[SHARED];

/** Pauses between attempts; the last one is repeated. */
const PAUSES_MS = [500, 2000, 5000, 15_000];

/** The messages at an address, however long it takes: until they are here a page is what it is without script. */
async function load(address: string): Promise<MessageTree> {
  for (let failed = 0; ; failed++) {
    const answer = await fetch(address).catch(() => undefined);
    const messages = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
    if (messages) return messages;
    await new Promise((done) => setTimeout(done, PAUSES_MS[Math.min(failed, PAUSES_MS.length - 1)]));
  }
}

/** Has messages at hand for what is rendered here. */
export function provideTexts(address: string, messages: MessageTree): void {
  texts.set(address, messages);
}

/** The messages at an address, or the promise of them; the same one as long as they are not here. */
export function textsAt(address: string): MessageTree | Promise<MessageTree> {
  const known = texts.get(address);
  if (known) return known;
  const loading = load(address).then((messages) => {
    texts.set(address, messages);
    return messages;
  });
  texts.set(address, loading);
  return loading;
}
