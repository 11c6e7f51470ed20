import { useTexts } from "#texts";
import { Checkbox } from "@/app/ui/checkbox";
import type { SharedSetting } from "@/lib/domain/components/shared-settings";
import type { Inheritance } from "@/lib/domain/creation/inheritance";
import { followText } from "./place-text";
import { settingText } from "./setting-texts";

/** Under a setting of a component: whether it follows, and what; what that says is told where it does not. */
export function FollowTick({
  name,
  inheritance,
  href,
}: {
  name: SharedSetting;
  inheritance: Inheritance;
  /** The page of what it follows. */
  href: string | undefined;
}) {
  const t = useTexts();
  const { follows, value, from } = inheritance;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-table">
      <Checkbox
        name="inherited"
        value={name}
        defaultChecked={follows}
        label={
          <span className="text-table break-words text-ink-2">
            {followText(t, from)}
            {follows ? null : <bdi className="text-ink-3"> ({settingText(t, name, value)})</bdi>}
          </span>
        }
      />
      {follows && href ? (
        <a className="link inline-flex min-h-6 items-center" href={`${href}#change-${name}`}>
          {t("defaults.changeThere")}
        </a>
      ) : null}
    </div>
  );
}
