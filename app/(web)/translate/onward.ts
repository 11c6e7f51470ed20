/** Where a form of the editor leads; only ever to a page of the editor. */
export function onward(data: FormData, stay: boolean, done?: "saved" | "suggested"): string {
  const path = String(data.get("path") ?? "");
  const query = new URLSearchParams();
  for (const name of ["q", "mode", "beside"]) if (data.get(name)) query.set(name, String(data.get(name)));
  // In a list of several components a string is known by its number.
  const number = data.get("string");
  if (number) query.set(stay ? "unit" : "behind", String(number));
  else query.set(stay ? "checksum" : "after", String(data.get("checksum") ?? ""));
  if (done) query.set("done", done);
  return `${/^\/(?:translate|zen)\/[^\\]*$/.test(path) ? path : "/"}?${query}`;
}
