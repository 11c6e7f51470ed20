import { GET, POST } from "@/app/api/auth/[...nextauth]/route";

/** A browser that keeps cookies and signs in through next-auth's addresses, as the editor does. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly address: string,
    readonly userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  ) {}

  /** Its cookies as a header. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Another browser with the same cookies. */
  copy(address = this.address): Browser {
    const copy = new Browser(address, this.userAgent);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  /** Headers of any request of it. */
  get headers(): Record<string, string> {
    return { cookie: this.cookie, "user-agent": this.userAgent, "x-loquat-client": this.address };
  }

  private keep(answer: Response): Response {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  async get(path: string): Promise<Response> {
    const request = new Request(`http://localhost/api/auth/${path}`, { headers: this.headers });
    return this.keep(await GET(request, { params: Promise.resolve({ nextauth: path.split("/") }) }));
  }

  async post(path: string, fields: Record<string, string>): Promise<Response> {
    const { csrfToken } = (await (await this.get("csrf")).json()) as { csrfToken: string };
    const request = new Request(`http://localhost/api/auth/${path}`, {
      method: "POST",
      headers: { ...this.headers, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ csrfToken, json: "true", ...fields }),
    });
    return this.keep(await POST(request, { params: Promise.resolve({ nextauth: path.split("/") }) }));
  }

  /** "in", "wrong", or how the server refused. */
  async signIn(
    username: string,
    password: string,
    more: Record<string, string> = {},
  ): Promise<{ answer: Response; outcome: "in" | "wrong" | number }> {
    const answer = await this.post("callback/credentials", { username, password, ...more });
    const entered = answer.headers.getSetCookie().some((line) => /session-token=[^;]/.test(line));
    return { answer, outcome: entered ? "in" : answer.status === 401 ? "wrong" : answer.status };
  }
}
