import { Monitor, Moon, Sun } from "lucide-react";
import { ActionForm } from "./action-form";
import { getTexts } from "./page-texts";
import { setTheme } from "./set-theme";
import { currentTheme } from "./theme";

const CHOICES = [
  { value: "light", label: "frame.theme.light", icon: Sun },
  { value: "dark", label: "frame.theme.dark", icon: Moon },
  { value: "system", label: "frame.theme.system", icon: Monitor },
] as const;

/** In a bar, what went wrong hangs below it. */
const IN_BAR =
  "relative flex gap-1 [&>div]:absolute [&>div]:end-0 [&>div]:top-full [&>div]:z-30 [&>div]:mt-2 [&>div]:w-64";

/** Light, dark, or as the system says; a plain form. */
export async function ThemeSwitch({ inBar = false }: { inBar?: boolean }) {
  const t = await getTexts();
  const theme = await currentTheme();
  return (
    <ActionForm action={setTheme} label={t("frame.themeLabel")} className={inBar ? IN_BAR : "flex flex-wrap gap-1"}>
      {CHOICES.map((choice) => (
        <button
          key={choice.value}
          type="submit"
          name="theme"
          value={choice.value}
          aria-pressed={theme === choice.value}
          title={t(choice.label)}
          className="theme-choice"
        >
          <choice.icon aria-hidden size={16} />
          <span className="sr-only">{t(choice.label)}</span>
        </button>
      ))}
    </ActionForm>
  );
}
