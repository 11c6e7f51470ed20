import type { english } from "@/lib/generated/messages";

declare module "use-intl" {
  interface AppConfig {
    Messages: typeof english;
  }
}
