import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { provesSecret } from "@/lib/domain/hooks/internal/proof";

/** How each code host proves that it knows a project's secret, and what does not prove it. */

const SECRET = "a+secret/of=ours";
const BODY = new TextEncoder().encode('{"ref":"refs/heads/main"}');
const MAC = createHmac("sha256", SECRET).update(BODY).digest("hex");
const OTHER = createHmac("sha256", "another").update(BODY).digest("hex");
const MOMENT = "1700000000000";
const gitee = (moment: string) => createHmac("sha256", SECRET).update(`${moment}\n${SECRET}`).digest("base64");
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const proves = (service: string, headers: Record<string, string>, secret = SECRET, body = BODY) =>
  provesSecret(service, { headers: new Headers(headers), body }, secret);

describe("a signature of the body", () => {
  const rows: [string, string][] = [
    ["github", "x-hub-signature-256"],
    ["bitbucket", "x-hub-signature"],
    ["bitbucket", "x-hub-signature-256"],
    ["gitea", "x-gitea-signature"],
    ["gitea", "x-hub-signature-256"],
    ["forgejo", "x-forgejo-signature"],
    ["forgejo", "x-gitea-signature"],
    ["forgejo", "x-hub-signature-256"],
    ["pagure", "x-pagure-signature-256"],
  ];

  it.each(rows)("from %s is in the header %s", (service, header) => {
    expect(proves(service, { [header]: MAC })).toBe(true);
    expect(proves(service, { [header]: `sha256=${MAC}` })).toBe(true);
    expect(proves(service, { [header]: `SHA256=${MAC.toUpperCase()}` })).toBe(true);
    expect(proves(service, { [header]: OTHER })).toBe(false);
    expect(proves(service, { [header]: `${MAC.slice(0, 9)}sha256=${MAC.slice(9)}` })).toBe(false);
    expect(proves(service, { [header]: SECRET })).toBe(false);
    expect(proves(service, { [header]: MAC }, "another")).toBe(false);
    expect(proves(service, { [header]: MAC }, SECRET, new TextEncoder().encode("{}"))).toBe(false);
    expect(proves(service, { authorization: `Bearer ${SECRET}`, "x-gitlab-token": SECRET })).toBe(false);
  });

  it("is only accepted in the header of its service", () => {
    expect(proves("github", { "x-hub-signature": MAC })).toBe(false);
    expect(proves("gitea", { "x-forgejo-signature": MAC })).toBe(false);
    expect(proves("gitlab", { "x-hub-signature-256": MAC })).toBe(false);
  });
});

describe("the secret itself", () => {
  const rows: [string, Record<string, string>, boolean][] = [
    ["gitlab", { "x-gitlab-token": SECRET }, true],
    ["gitlab", { "x-gitlab-token": "another" }, false],
    ["gitlab", { authorization: `Bearer ${SECRET}` }, false],
    ["gitlab", {}, false],
    ["gitee", { "x-gitee-token": SECRET }, true],
    ["gitee", { "x-gitee-token": "another" }, false],
    ["gitee", {}, false],
    ["azure", { authorization: basic(`loquat:${SECRET}`) }, true],
    ["azure", { authorization: basic(`:${SECRET}`) }, true],
    ["azure", { authorization: basic(SECRET) }, true],
    ["azure", { authorization: basic(`${SECRET}:another`) }, false],
    ["azure", { authorization: `bASIC   ${basic(`l:${SECRET}`).slice(6)}` }, true],
    ["azure", { authorization: `${basic(`l:${SECRET}`)} x` }, false],
    ["azure", { authorization: `x${basic(`l:${SECRET}`)}` }, false],
    ["azure", { authorization: SECRET }, false],
    ["azure", {}, false],
    ["update", { authorization: `Bearer ${SECRET}` }, true],
    ["update", { authorization: `token   ${SECRET}` }, true],
    ["update", { authorization: `xBearer ${SECRET}` }, false],
    ["update", { authorization: "Bearer another" }, false],
    ["update", { authorization: `Bearer${SECRET}` }, false],
  ];

  it.each(rows)("at %s with %j: %s", (service, headers, expected) => {
    expect(proves(service, headers)).toBe(expected);
  });

  it("is not proven by an empty value", () => {
    for (const service of ["gitlab", "gitee", "azure", "update"]) expect(proves(service, {}, "")).toBe(false);
  });
});

describe("Gitee's signature of the moment", () => {
  const rows: [string, Record<string, string>, boolean][] = [
    ["as it is", { "x-gitee-token": gitee(MOMENT), "x-gitee-timestamp": MOMENT }, true],
    ["encoded", { "x-gitee-token": encodeURIComponent(gitee(MOMENT)), "x-gitee-timestamp": MOMENT }, true],
    ["of another moment", { "x-gitee-token": gitee(MOMENT), "x-gitee-timestamp": "1" }, false],
    ["without a moment", { "x-gitee-token": gitee(MOMENT) }, false],
    ["of no moment", { "x-gitee-token": gitee("null") }, false],
    ["missing", { "x-gitee-timestamp": MOMENT }, false],
  ];

  it.each(rows)("%s", (_name, headers, expected) => {
    expect(gitee(MOMENT)).not.toBe(encodeURIComponent(gitee(MOMENT)));
    expect(proves("gitee", headers)).toBe(expected);
  });
});

describe("each service", () => {
  const rows: [string, Record<string, string>][] = [
    ["github", { "x-hub-signature-256": `sha256=${MAC}` }],
    ["gitea", { "x-gitea-signature": MAC }],
    ["forgejo", { "x-forgejo-signature": MAC }],
    ["bitbucket", { "x-hub-signature": `sha256=${MAC}` }],
    ["pagure", { "x-pagure-signature-256": MAC }],
    ["gitlab", { "x-gitlab-token": SECRET }],
    ["gitee", { "x-gitee-token": SECRET }],
    ["gitee", { "x-gitee-token": gitee(MOMENT), "x-gitee-timestamp": MOMENT }],
    ["azure", { authorization: basic(`loquat:${SECRET}`) }],
  ];

  it.each(rows)(
    "%s proves its own secret with %j, not another one, and nothing without headers",
    (service, headers) => {
      expect(proves(service, headers)).toBe(true);
      expect(proves(service, headers, "another")).toBe(false);
      expect(proves(service, {})).toBe(false);
    },
  );
});
