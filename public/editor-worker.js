/**
 * Shows the editor's page that was open last when there is no network. It answers nothing from what is kept while the
 * server can be reached, and keeps nothing itself: the page does (app/ui/editor/offline.ts), and takes it away.
 */

const KEPT = "loquat-editor";

self.addEventListener("install", (event) => {
  // What is sent as a page goes away must not depend on a worker, where browsers let one say so.
  if ("addRoutes" in event) event.addRoutes({ condition: { requestMethod: "POST" }, source: "network" });
  self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function kept(address, error) {
  const found = (await caches.has(KEPT)) && (await (await caches.open(KEPT)).match(address));
  if (!found) throw error;
  return found;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const page = request.mode === "navigate" && pathname.startsWith("/translate/");
  if (!page && !pathname.startsWith("/_next/static/") && !pathname.startsWith("/texts/")) return;
  // The same page, whatever string of it the address names: it goes to that string by itself.
  const address = page ? origin + pathname : request.url;
  event.respondWith(fetch(request).catch((error) => kept(address, error)));
});
