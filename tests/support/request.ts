import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external";
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external";

/** Runs what asks for cookies and headers as a request without any would. */
export function inRequest<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const cookies = { get: () => undefined, getAll: () => [] };
  const unit = { type: "request", phase: "action", cookies, userspaceMutableCookies: cookies, headers: new Headers() };
  return workAsyncStorage.run({ route: "/" } as never, () => workUnitAsyncStorage.run(unit as never, work));
}
