/** Keeps the page that is open, so that it can be loaded again without a network. */

const KEPT = "loquat-editor";
const WORKER = "/editor-worker.js";
const SCOPE = "/translate/";
/** Between two times that the page is kept anew, so that it holds what was saved meanwhile. */
const APART_MS = 30_000;

/** What is the same whenever it is loaded: scripts, styles and fonts, and messages. */
const LASTING = ["/_next/static/", "/texts/"];

/** The lasting parts that the page has loaded. */
const parts = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => LASTING.some((path) => name.startsWith(location.origin + path))),
  ),
];

/** Keeps the page as the server would show it now, in place of what was kept before. */
async function keep(): Promise<void> {
  const page = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!page.ok || page.redirected) return;
  const wanted = new Map<string, Response | undefined>([[location.origin + location.pathname, page]]);
  for (const part of parts()) wanted.set(part, undefined);
  const cache = await caches.open(KEPT);
  const known = new Set((await cache.keys()).map(({ url }) => url));
  await Promise.all(
    [...wanted].map(async ([address, answer]) => {
      if (answer) await cache.put(address, answer);
      else if (!known.has(address)) await cache.add(address);
    }),
  );
  await Promise.all([...known].filter((address) => !wanted.has(address)).map((address) => cache.delete(address)));
}

const able = () => "serviceWorker" in navigator && "caches" in window;

/** Keeps the page now and while somebody works in it; gives what ends that. */
export function keepOffline(subscribe: (watcher: () => void) => () => void): () => void {
  if (!able()) return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const later = () => {
    if (timer !== undefined) return;
    timer = setTimeout(
      async () => {
        timer = undefined;
        last = Date.now();
        // Without a network what was kept before stays.
        await keep().catch(() => undefined);
      },
      Math.max(4000, last + APART_MS - Date.now()),
    );
  };
  navigator.serviceWorker.register(WORKER, { scope: SCOPE, updateViaCache: "none" }).then(later, () => undefined);
  const leave = subscribe(later);
  return () => {
    clearTimeout(timer);
    leave();
  };
}

/** Takes away all that was kept: nothing of it is for the next one at this browser. */
export async function forgetOffline(): Promise<void> {
  if (!able()) return;
  const worker = await navigator.serviceWorker.getRegistration(SCOPE);
  await Promise.all([caches.delete(KEPT), worker?.unregister()]);
}
