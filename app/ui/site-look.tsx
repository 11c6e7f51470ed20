import { cache } from "react";
import { type Appearance, appearance, USUAL } from "@/lib/domain/settings/appearance";
import { urls } from "@/lib/urls";
import { Logo } from "./logo";
import { pageNonce } from "./page-nonce";
import { path } from "./paths";

/** How the pages of this installation look. A page is shown in our own look rather than not at all. */
export const siteLook = cache(
  (): Promise<Appearance> => appearance().catch(() => ({ ...USUAL, footer: [], logoVersion: undefined })),
);

/** The name of the installation. */
export async function siteName(): Promise<string> {
  return (await siteLook()).name || "Loquat";
}

/** The colours of the installation in the place of ours: all of it was checked when it was saved. */
export async function SiteColours() {
  const { accentLight, accentDark } = await siteLook();
  if (!accentLight && !accentDark) return null;
  const own = (colour: string, other: string) =>
    `--primary:${colour};--primary-hover:color-mix(in srgb,${colour} 82%,${other})`;
  const light = accentLight ? `html:root{${own(accentLight, "#000")}}` : "";
  const dark = accentDark
    ? `@media (prefers-color-scheme:dark){html:root:not([data-theme=light]){${own(accentDark, "#fff")}}}html:root[data-theme=dark]{${own(accentDark, "#fff")}}`
    : "";
  return <style nonce={await pageNonce()}>{light + dark}</style>;
}

/** The logo of the installation, or our mark. */
export async function SiteMark({ size }: { size: number }) {
  const { logoVersion } = await siteLook();
  if (!logoVersion) return <Logo size={size} />;
  return (
    // biome-ignore lint/performance/noImgElement: of a size that needs no other
    <img src={path(urls.siteLogo(logoVersion))} alt="" height={size} className="h-7 w-auto max-w-40 object-contain" />
  );
}
