import { Bell } from "lucide-react";
import { useTexts } from "#texts";
import { MOST_COUNTED } from "@/lib/domain/notices/inbox";
import { urls } from "@/lib/urls";
import { path } from "./paths";

/** The way to the inbox, and how much waits there. */
export function NoticeBell({ count }: { count: number }) {
  const t = useTexts();
  const many = count > MOST_COUNTED;
  return (
    <a
      href={path(urls.notices())}
      className="relative inline-flex size-10 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
    >
      <Bell aria-hidden size={20} />
      <span className="sr-only">
        {many ? t("notices.bellMany", { count: MOST_COUNTED }) : t("notices.bell", { count })}
      </span>
      {count > 0 ? (
        <span
          aria-hidden
          className="absolute end-0 top-0.5 min-w-4 rounded-full bg-failing px-1 text-center text-[11px] leading-4 font-semibold text-surface tabular-nums"
        >
          {many ? t("notices.more", { count: MOST_COUNTED }) : count}
        </span>
      ) : null}
    </a>
  );
}
