import { isAbsolute } from "node:path";
import { z } from "zod";
import { type PrivateHosts, readPrivateHosts } from "./outside/networks";
import { readKeyText } from "./secrets/key-text";

/** How values of environment variables are read. */

/** On or off. */
export const flag = (usual: "on" | "off") =>
  z
    .string()
    .default(usual)
    .transform((value) => /^(1|true|yes|on)$/i.test(value === "" ? usual : value));

/** Text; an empty one counts as none. */
export const optional = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === "" ? undefined : value));

/** An address of a server. */
export const httpAddress = optional.pipe(
  z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
);

/** So many in a minute, an hour or a day. */
export const rate = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .refine((value) => value === "off" || /^[1-9]\d{0,8}\/(minute|hour|day)$/.test(value), {
      error: 'must look like "100/day", "5000/hour" or be "off"',
    });

/** Nothing, everything, or a list of hosts and networks in private networks. */
export const privateHosts = z
  .string()
  .default("off")
  .refine((value) => readPrivateHosts(value) !== undefined, {
    error: 'must be "on", "off" or a list of hosts and networks like "git.intern,10.0.0.0/8"',
  })
  .transform((value) => readPrivateHosts(value) as PrivateHosts);

const FLAG = /^(?:0|1|true|false|yes|no|on|off)?$/i;

/** Folders, separated by colons or commas. `off` is the value of former versions for none of them. */
export const folders = z
  .string()
  .default("off")
  .transform((value) => (/^(?:0|false|no|off)?$/i.test(value.trim()) ? [] : value.split(/[:,]/)))
  .transform((list) => list.map((folder) => folder.trim()).filter(Boolean))
  .refine((list) => list.every((folder) => isAbsolute(folder) || FLAG.test(folder)), {
    error: 'must be a list of absolute folders, separated by colons, like "/srv/git:/srv/more"',
  })
  .refine((list) => !list.some((folder) => FLAG.test(folder)), {
    error: 'no longer opens all folders: name those that may be used, separated by colons, like "/srv/git:/srv/more"',
  });

const KEY_FORM = "must be 32 bytes, in hex (64 characters) or base64 (44 characters)";
/** A key of 32 bytes. */
export const secretKey = optional.refine((value) => value === undefined || readKeyText(value) !== undefined, {
  error: KEY_FORM,
});
/** Several of them, separated by commas. */
export const secretKeys = z
  .string()
  .default("")
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every((one) => readKeyText(one) !== undefined), {
    error: `${KEY_FORM}; several are separated by commas`,
  });

/** A row of the table in `lib/cli/README.md`: what a setting means, and what holds without it when that is no value. */
export const row = (description: string, without?: string) => ({ description, ...(without && { without }) });
