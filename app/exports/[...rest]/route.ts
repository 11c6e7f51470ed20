import { noExport } from "@/lib/api/exports";

export { noExport as DELETE, noExport as GET, noExport as HEAD, noExport as PATCH, noExport as POST, noExport as PUT };
