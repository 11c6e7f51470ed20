import { getTexts } from "./ui/page-texts";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import type { CSSProperties, ReactNode } from "react";
import type { Actor } from "@/lib/domain/access/actor";
import { editorPreferencesOf } from "@/lib/domain/users/editor-preferences";
import { directionOf } from "@/lib/text/messages/catalogue";
import { SiteAnnouncements } from "./ui/announcements";
import { ClientTexts } from "./ui/client-messages";
import { ReplayEarly } from "./ui/early";
import { KeepEarly } from "./ui/early-script";
import { OutboxRunner } from "./ui/editor/outbox-runner";
import { Footer } from "./ui/footer";
import { ForgetOffline } from "./ui/forget-offline";
import { Header } from "./ui/header";
import { currentLanguage } from "./ui/page-texts";
import { currentActor, currentReader } from "./ui/session";
import { SiteColours, siteName } from "./ui/site-look";
import { StateShapes } from "./ui/state-shapes";
import { TableKeys } from "./ui/table-keys";
import { currentTheme } from "./ui/theme";
import { ViewingBanner } from "./ui/viewing-banner";

export async function generateMetadata(): Promise<Metadata> {
  const name = await siteName();
  const visitor = await currentActor().then(
    (actor) => actor.isAnonymous,
    () => false,
  );
  return {
    title: { default: name, template: `%s — ${name.replaceAll("%", "")}` },
    description: (await getTexts())("frame.description"),
    // Titles and descriptions of the pages are taken over, so that a shared link says what it leads to; see `sharedMetadata`.
    ...(visitor ? { openGraph: { type: "website", siteName: name }, twitter: { card: "summary" } } : {}),
    icons: { icon: { url: "/favicon.svg", type: "image/svg+xml" }, other: { rel: "mask-icon", url: "/mask-icon.svg" } },
    referrer: "same-origin",
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#161d1a" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const t = await getTexts();
  // A page that was rendered ahead of its request has no nonce, and its scripts would be blocked.
  await connection();
  const theme = await currentTheme();
  const language = await currentLanguage();
  const viewer = await currentActor();
  return (
    <html lang={language} dir={directionOf(language)} data-theme={theme === "system" ? undefined : theme}>
      <body
        className="flex min-h-dvh flex-col"
        style={viewer.viewing ? ({ "--banner": "45px" } as CSSProperties) : undefined}
      >
        <KeepEarly />
        <SiteColours />
        <StateShapes />
        <a
          href="#content"
          className="sr-only z-50 rounded-control bg-primary px-4 py-2 text-on-primary focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
        >
          {t("frame.skip")}
        </a>
        <ClientTexts part="frame">
          {viewer.viewing ? <ViewingBanner viewing={viewer.viewing} /> : null}
          <Header />
          <SiteAnnouncements />
          <main id="content" tabIndex={-1} className="grow outline-none">
            {children}
          </main>
          <Footer />
        </ClientTexts>
        <TableKeys single={editorPreferencesOf(await currentReader()).singleKeys} />
        <OfAccount viewer={viewer} />
        <ReplayEarly />
      </body>
    </html>
  );
}

/** What this browser keeps for its account. It is left alone while the account looks through other eyes. */
function OfAccount({ viewer }: { viewer: Actor }) {
  if (viewer.viewing) return null;
  return viewer.isAnonymous ? <ForgetOffline /> : <OutboxRunner account={viewer.userId} />;
}
