/** Where a form of the editor leads; only ever to a page of the editor. */
export function onward(data: FormData, stay: boolean, done?: "saved" | "suggested"): string {
  const path = String(data.get("path") ?? "");
  const query = new URLSearchParams();
  if (data.get("q")) query.set("q", String(data.get("q")));
  query.set(stay ? "checksum" : "after", String(data.get("checksum") ?? ""));
  if (done) query.set("done", done);
  return `${/^\/translate\/[^\\]*$/.test(path) ? path : "/"}?${query}`;
}
