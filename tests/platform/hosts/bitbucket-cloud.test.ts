import { describe, expect, it } from "vitest";
import { bitbucketCloud } from "@/lib/platform/hosts/bitbucket-cloud";

/** How each kind of account signs in at Bitbucket Cloud, to the API and to git. */

const api = "https://api.bitbucket.org/2.0";

describe("an account at Bitbucket Cloud", () => {
  it("is a person with an API token where its name is an e-mail address", () => {
    const account = { api, username: "bot@example.org", token: "t0ken" };
    const basic = Buffer.from("bot@example.org:t0ken").toString("base64");
    expect(bitbucketCloud.headers(account)).toEqual({ authorization: `Basic ${basic}` });
    expect(bitbucketCloud.gitUser?.(account)).toBe("x-bitbucket-api-token-auth");
  });

  it("is a workspace with an access token otherwise", () => {
    const account = { api, username: "team", token: "t0ken" };
    expect(bitbucketCloud.headers(account)).toEqual({ authorization: "Bearer t0ken" });
    expect(bitbucketCloud.gitUser?.(account)).toBe("x-token-auth");
  });

  it("forks into its own workspace, and finds that fork again", async () => {
    const account = { api, username: "bot@example.org", token: "t0ken" };
    const forks: object[] = [];
    const paths: string[] = [];
    const answer = {
      full_name: "bot/app",
      parent: { full_name: "org/app" },
      links: { clone: [{ name: "https", href: "https://bot@bitbucket.org/bot/app.git" }] },
    };
    const ask = async ({ method = "GET", path, json }: { method?: string; path: string; json?: unknown }) => {
      paths.push(`${method} ${path}${json ? ` ${JSON.stringify(json)}` : ""}`);
      if (method === "POST") forks.push(answer);
      return { status: 200, json: path.includes("/forks?") ? { values: forks } : answer };
    };
    const asker = Object.assign(ask, { api });
    const fork = { path: "bot/app", http: "https://bot@bitbucket.org/bot/app.git", ssh: "" };
    expect(await bitbucketCloud.fork(asker, account, "org/app")).toEqual(fork);
    expect(await bitbucketCloud.fork(asker, account, "org/app")).toEqual(fork);
    expect(await bitbucketCloud.fork(asker, account, "org/app", "bot/app")).toEqual(fork);
    const look = "GET /repositories/org/app/forks?role=owner&pagelen=100";
    expect(paths).toEqual([look, "POST /repositories/org/app/forks {}", look, "GET /repositories/bot/app"]);
  });
});
