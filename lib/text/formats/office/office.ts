import { docx } from "./docx";
import { openDocumentFormats } from "./open-document";

/** Documents of word processors and layout programs, which are archives of XML. */
export const officeFormats = [...openDocumentFormats, docx];
