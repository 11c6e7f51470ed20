import { useTexts } from "#texts";
import { urls } from "@/lib/urls";
import { path } from "./paths";

/** What else there is about an object, or about everything: numbers, its history, an invitation, images and a feed. */
export function ObjectLinks({
  slugs,
  images = false,
  invitation = false,
  announcements = false,
}: {
  slugs: readonly string[];
  images?: boolean;
  invitation?: boolean;
  announcements?: boolean;
}) {
  const t = useTexts();
  const links = [
    [t("insights.link"), urls.insights(slugs)],
    [t("changes.history"), slugs[0] === "language" ? urls.history([], { language: slugs[1] }) : urls.history(slugs)],
    ...(invitation ? [[t("engage.link"), urls.engage(slugs)] as const] : []),
    ...(images ? [[t("widgets.link"), urls.widgets(slugs)] as const] : []),
    ...(announcements ? [[t("announcements.title"), urls.announcements(slugs)] as const] : []),
    [t("insights.feed"), urls.feed(slugs)],
  ] as const;
  return (
    <nav
      aria-label={t("insights.links")}
      className="mx-auto flex w-full max-w-[1440px] flex-wrap gap-x-5 px-4 pb-6 sm:px-6"
    >
      {links.map(([label, address]) => (
        <a key={address} href={path(address)} className="link inline-flex min-h-11 items-center">
          {label}
        </a>
      ))}
    </nav>
  );
}
