-- Whether an e-mail address is known to be its owner's: by an administrator's word, later by a mail.
-- Of accounts from before nobody has written down who made them. Superusers are trusted; accounts without a password
-- were made by administrators, and nobody can have signed in to change their address. All others may come from the
-- open form: their commits carry an address of this installation until somebody confirms theirs.

ALTER TABLE "users"
    ADD COLUMN "email_confirmed" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "commit_email_confirmed" BOOLEAN NOT NULL DEFAULT false;

UPDATE "users" SET "email_confirmed" = "email" IS NOT NULL, "commit_email_confirmed" = "commit_email" IS NOT NULL
WHERE ("is_superuser" OR "password_hash" IS NULL) AND NOT "is_anonymous";
