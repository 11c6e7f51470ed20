-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "hook_secret" TEXT NOT NULL DEFAULT '';
