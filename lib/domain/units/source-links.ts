import { TemplateError } from "@/lib/text/templates/expressions";
import { compileTemplate, render } from "@/lib/text/templates/template";
import type { Actor } from "../access/actor";
import { can } from "../access/demand";
import { type ComponentRow, scopeOf } from "../components/components";

/** A place in the program's code, with its address on the web where one is known. */
export interface SourceLink {
  text: string;
  href?: string;
}

const MOST = 20;
const PLACE = /^(.*?)(?::(\d{1,9}))?$/;

/**
 * The places a location names (`src/a.c:12, src/b.c:3`), linked by the component's repository browser for those who may
 * see its address. At most 20.
 */
export function sourceLinks(actor: Actor, component: ComponentRow, location: string): SourceLink[] {
  const linked = component.repoweb !== "" && can(actor, "vcs.view", scopeOf(component));
  return location
    .split(/[,\s]+/)
    .filter((text) => text !== "")
    .slice(0, MOST)
    .map((text) => {
      const [, filename = text, line = ""] = PLACE.exec(text) ?? [];
      const href = linked ? addressOf(component, filename, line) : undefined;
      return href ? { text, href } : { text };
    });
}

function addressOf(component: ComponentRow, filename: string, line: string): string | undefined {
  const template = compileTemplate(component.repoweb);
  if (template instanceof TemplateError) return undefined;
  try {
    const address = render(template, {
      branch: component.repository.branch,
      filename,
      line,
      component: component.slug,
      component_name: component.name,
      component_slug: component.slug,
      component_remote_branch: component.repository.branch,
      project_name: component.project.name,
      project_slug: component.project.slug,
    });
    return /^https?:\/\/[^\s]+$/.test(address) ? address : undefined;
  } catch {
    return undefined;
  }
}
