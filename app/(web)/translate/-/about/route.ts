import { describeUnit, readAbout } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import * as editor from "@/lib/domain/editor/about";
import { serveEditor } from "../../serve-editor";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serveEditor(
  on(readAbout, ({ actor, query }) => editor.readAbout(actor, query.unit)),
  on(describeUnit, ({ actor, body: { unit, account, labels, ...said } }) =>
    editor.describeString(actor, { ...said, unitId: unit, accountId: account, labelIds: labels }),
  ),
);
