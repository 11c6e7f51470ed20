import { png } from "../../support/pictures";
import { type Garden, unique } from "./garden";
import type { Places } from "./pages";
import { askApi } from "./stage";

/** Gives a garden what pages are about: an add-on, a screenshot, a list of components, strings that are added and removed here. */
export async function makePlaces({ project, task }: Garden): Promise<Places> {
  const changes = await askApi<{ results: { id: number }[] }>(`/api/projects/${project}/changes/`);
  const addon = await askApi<{ id: number }>(`/api/components/${project}/app/addons/`, {
    name: "weblate.removal.comments",
    configuration: { age: 30 },
  });
  const form = new FormData();
  for (const [name, value] of Object.entries({ project_slug: project, component_slug: "app", language_code: "en" }))
    form.set(name, value);
  form.set("name", "Main window");
  form.set("image", new File([new Uint8Array(png(640, 480))], "window.png", { type: "image/png" }));
  const screenshot = await askApi<{ id: number }>("/api/screenshots/", form);
  const list = `fruit-${unique()}`;
  await askApi("/api/component-lists/", {
    name: list,
    slug: list,
    auto_assign: [{ project_match: `^${project}$`, component_match: "." }],
  });
  await askApi(`/api/components/${project}/app/`, { manage_units: true }, "PATCH");
  const czech = await askApi<{ results: { id: number }[] }>(`/api/translations/${project}/app/cs/units/`);
  const [change, unit] = [changes.results[0]?.id ?? 0, czech.results[0]?.id ?? 0];
  return { project, list, task, change, addon: addon.id, screenshot: screenshot.id, unit };
}
