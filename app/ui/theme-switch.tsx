import { Monitor, Moon, Sun } from "lucide-react";
import { classes } from "./classes";
import { setTheme } from "./set-theme";
import { currentTheme } from "./theme";

const CHOICES = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
  { value: "system", label: "As the system", icon: Monitor },
] as const;

/** Light, dark, or as the system says; a plain form. */
export async function ThemeSwitch() {
  const theme = await currentTheme();
  return (
    <form action={setTheme} aria-label="Colours" className="flex gap-1">
      {CHOICES.map((choice) => (
        <button
          key={choice.value}
          type="submit"
          name="theme"
          value={choice.value}
          aria-pressed={theme === choice.value}
          title={choice.label}
          className={classes(
            "inline-flex size-8 items-center justify-center rounded-control border",
            theme === choice.value
              ? "border-line-strong bg-sunken text-ink"
              : "border-transparent text-ink-2 hover:bg-sunken",
          )}
        >
          <choice.icon aria-hidden size={16} />
          <span className="sr-only">{choice.label}</span>
        </button>
      ))}
    </form>
  );
}
