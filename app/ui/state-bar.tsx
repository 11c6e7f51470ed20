import { useTexts } from "#texts";
import { Bar } from "./bar";
import { drawnBar, type WorkNumbers } from "./work-numbers";

/** How far the work is, as a bar. */
export function StateBar({ numbers, tall = false }: { numbers: WorkNumbers; tall?: boolean }) {
  return <Bar bar={drawnBar(useTexts(), numbers)} tall={tall} />;
}
