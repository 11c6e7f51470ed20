-- Whether commits of Loquat are signed with the project's SSH key.
ALTER TABLE "projects" ADD COLUMN "sign_commits" BOOLEAN NOT NULL DEFAULT false;
