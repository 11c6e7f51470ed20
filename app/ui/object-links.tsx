import { useTexts } from "#texts";
import { urls } from "@/lib/urls";
import { path } from "./paths";

/** What else there is about an object, or about everything: numbers, its history, an invitation, images and a feed. */
export function ObjectLinks({
  slugs,
  images = false,
  invitation = false,
  announcements = false,
  strings = false,
  numbers = true,
}: {
  slugs: readonly string[];
  images?: boolean;
  invitation?: boolean;
  announcements?: boolean;
  /** Whether it has strings: to be searched, and to be seen on screenshots. */
  strings?: boolean;
  /** Categories have neither numbers nor a feed of their own. */
  numbers?: boolean;
}) {
  const t = useTexts();
  const links = [
    ...(numbers ? [[t("insights.link"), urls.insights(slugs)] as const] : []),
    // The history of everything has these links itself.
    ...(slugs.length > 0
      ? [
          [
            t("changes.history"),
            slugs[0] === "language" ? urls.history([], { language: slugs[1] }) : urls.history(slugs),
          ] as const,
        ]
      : []),
    ...(invitation ? [[t("engage.link"), urls.engage(slugs)] as const] : []),
    ...(images ? [[t("widgets.link"), urls.widgets(slugs)] as const] : []),
    ...(announcements ? [[t("announcements.title"), urls.announcements(slugs)] as const] : []),
    ...(strings
      ? ([
          [t("search.stringsLabel"), urls.search("", slugs)],
          [t("shots.title"), urls.screenshots(slugs)],
        ] as const)
      : []),
    // What else programs can read of a project stands beside its feeds.
    ...(invitation && slugs.length === 1 ? [[t("dataExports.title"), urls.below("data", slugs)] as const] : []),
    ...(numbers ? [[t("insights.feed"), urls.feed(slugs)] as const] : []),
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
