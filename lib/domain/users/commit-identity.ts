import { sql } from "@/lib/platform/database";

/**
 * Name and address that stand in commits and files for a user, over the alias `a` of `users`; without a user they are
 * Loquat's own. Somebody without an address gets one that reaches nobody.
 */
export const COMMIT_NAME = sql`coalesce(nullif(a.full_name, ''), a.username, 'Loquat')`;
export const COMMIT_EMAIL = sql`
  coalesce(a.commit_email, a.email, regexp_replace(a.username, '[^A-Za-z0-9._-]', '-', 'g') || '@users.noreply.loquat', 'noreply@loquat')`;
