import { useTexts } from "#texts";
import { classes } from "@/app/ui/classes";

type FirstStep = "wizard.step.where" | "wizard.step.archive";

/** Where one is in the wizard. */
export function WizardSteps({ at, first = "wizard.step.where" }: { at: number; first?: FirstStep }) {
  const t = useTexts();
  return (
    <ol className="mb-5 flex flex-wrap gap-x-6 gap-y-2 text-table">
      {([first, "wizard.step.review", "wizard.step.import"] as const).map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? "step" : undefined}
          className={classes("flex items-center gap-2", index === at ? "font-semibold" : "text-ink-2")}
        >
          <span
            className={classes(
              "inline-flex size-6 items-center justify-center rounded-full border text-meta",
              index <= at ? "border-transparent bg-primary text-on-primary" : "border-line-strong",
            )}
          >
            {index + 1}
          </span>
          {t(step)}
        </li>
      ))}
    </ol>
  );
}
