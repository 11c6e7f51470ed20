import type { Actor } from "@/lib/domain/access/actor";
import { readMetrics } from "@/lib/domain/statistics/metrics";
import { renderBrowsable } from "./browsable";
import { toCsv } from "./csv";
import type { Answer } from "./endpoint";
import { MEDIA, negotiate } from "./negotiate";
import * as resource from "./resources/metrics";

/** Metrics in the formats of the API and the one that monitoring systems read. */

function wantsOpenMetrics(request: Request): boolean {
  const asked = new URL(request.url).searchParams.get("format");
  if (asked) return asked === "openmetrics";
  return /application\/openmetrics-text/i.test(request.headers.get("accept") ?? "");
}

const text = (body: string, type: string, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { "Content-Type": type, "Cache-Control": "private, no-cache", ...headers } });

/** The answer in the format that is asked for. @throws Unauthenticated; NotFound for an unknown format */
export async function metricsAnswer(
  actor: Actor,
  request: Request,
): Promise<Answer<typeof resource.Metrics> | Response> {
  const started = performance.now();
  const value = resource.presentMetrics(await readMetrics(actor));
  if (wantsOpenMetrics(request))
    return text(resource.openMetrics(value), "application/openmetrics-text; version=1.0.0; charset=utf-8");
  const format = negotiate(request, undefined, undefined, ["openmetrics"]);
  if (format === "csv") return text(toCsv([value]), MEDIA.csv);
  if (format !== "api") return value;
  const { html, policy } = renderBrowsable({
    request,
    method: "GET",
    contracts: [resource.readMetrics],
    contract: resource.readMetrics,
    actor,
    csrf: undefined,
    status: 200,
    value,
    headers: [],
    took: performance.now() - started,
  });
  return text(html, MEDIA.api, { "Content-Security-Policy": policy });
}
