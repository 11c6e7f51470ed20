import {
  addMachinerySetting,
  changeMachinerySetting,
  readMachinerySettings,
  replaceMachinerySettings,
} from "@/lib/api/resources/machinery";
import { on, serve } from "@/lib/api/serve";
import { addMachinery, changeMachinery, readMachinery, replaceMachinery } from "@/lib/domain/machinery/settings";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readMachinerySettings, async ({ actor, params }) =>
    readMachinery(actor, await findProject(actor, params.project)),
  ),
  on(addMachinerySetting, async ({ actor, params, body }) => {
    const project = await findProject(actor, params.project);
    return { message: `Service installed: ${await addMachinery(actor, project, body.service, body.configuration)}` };
  }),
  on(changeMachinerySetting, async ({ actor, params, body }) => {
    const project = await findProject(actor, params.project);
    const { id, removed } = await changeMachinery(actor, project, body.service, body.configuration);
    return { message: `Service ${removed ? "uninstalled" : "configured"}: ${id}` };
  }),
  on(replaceMachinerySettings, async ({ actor, params, body }) => {
    await replaceMachinery(actor, await findProject(actor, params.project), body);
    return { message: "Machinery settings replaced." };
  }),
);
