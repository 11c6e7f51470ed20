import { readWidgetImage, widgetAnswer } from "@/lib/api/resources/widgets";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readWidgetImage, async ({ params, query, request }) => widgetAnswer(params.path, query, request)),
);
