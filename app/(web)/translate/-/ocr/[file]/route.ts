import { ocrFile, ocrFileAnswer } from "@/lib/api/resources/ocr";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(ocrFile, ({ params }) => ocrFileAnswer(params.file)),
);
