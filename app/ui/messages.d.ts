import type { English } from "@/lib/generated/messages";

declare module "use-intl" {
  interface AppConfig {
    Messages: English;
  }
}
