/** Whether the web server answers at all; for load balancers. It asks nothing of anybody. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "Cache-Control": "no-store" } });
}
