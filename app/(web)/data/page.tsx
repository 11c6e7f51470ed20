import { redirect } from "next/navigation";

/** Data is listed by project. */
export default function DataPage(): never {
  redirect("/projects/");
}
