import { answerSignIn, beginWithProvider } from "@/lib/api/sign-in";
import { environment } from "@/lib/platform/environment";

/** A browser that signs in with a provider: it keeps the cookies of both sides and goes where it is sent. */
export class Visitor {
  readonly #jars = new Map<string, Map<string, string>>();

  constructor(readonly address: string) {}

  jar(origin = environment().baseUrl): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    return jar;
  }

  cookie(origin?: string): string {
    return [...this.jar(origin)].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** A request of it to Loquat. */
  request(path: string): Request {
    return new Request(environment().baseUrl + path, {
      headers: { cookie: this.cookie(), "x-loquat-client": this.address, "user-agent": "Firefox/140.0" },
    });
  }

  keep(answer: Response, origin?: string): Response {
    const jar = this.jar(origin);
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      if (value === "" || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /** Begins: gives the address of the provider. */
  async begin(next = "/", provider = "oidc"): Promise<URL> {
    const path = `/accounts/via/${provider}/?next=${encodeURIComponent(next)}`;
    const answer = this.keep(await beginWithProvider(this.request(path), provider, next));
    return new URL(answer.headers.get("location") ?? `${environment().baseUrl}/nowhere?status=${answer.status}`);
  }

  /** Goes through the provider's pages as somebody; gives the address of ours that it ends with. */
  async through(first: URL, subject: string, deny = false): Promise<URL> {
    let [at, form] = [first, undefined as URLSearchParams | undefined];
    for (let steps = 0; steps < 12; steps++) {
      const { origin } = at;
      const answer: Response = await fetch(at, {
        redirect: "manual",
        headers: { cookie: this.cookie(origin), accept: "text/html" },
        ...(form ? { method: "POST", body: form } : {}),
      });
      this.keep(answer, origin);
      const place = answer.headers.get("location");
      if (!place) {
        const page = await answer.text();
        const action = /action="([^"]+)"/.exec(page)?.[1];
        if (!action) throw new Error(`${at} answered ${answer.status}: ${page.slice(0, 300)}`);
        if (deny) {
          at = new URL(`${new URL(action, at).pathname}/abort`, at);
          form = undefined;
        } else {
          at = new URL(action, at);
          form = new URLSearchParams({ prompt: "login", login: subject, password: "x" });
        }
        continue;
      }
      [at, form] = [new URL(place, at), undefined];
      if (at.href.startsWith(environment().baseUrl)) return at;
    }
    throw new Error("The provider never sent anybody back.");
  }

  /** Comes back to Loquat; gives the answer. */
  async back(to: URL): Promise<Response> {
    const path = to.pathname.replace("/api/auth/", "").split("/");
    return this.keep(await answerSignIn(this.request(to.pathname + to.search), path));
  }

  /** The whole way. Gives the path of ours at its end. */
  async signIn(subject: string, next = "/"): Promise<string> {
    const answer = await this.back(await this.through(await this.begin(next), subject));
    return (answer.headers.get("location") ?? `status ${answer.status}`).replace(environment().baseUrl, "");
  }
}
