import { servePage } from "@/app/ui/serve-page";
import { ocrFile, ocrFileAnswer } from "@/lib/api/resources/ocr";
import { on } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(ocrFile, ({ params }) => ocrFileAnswer(params.file)),
);
