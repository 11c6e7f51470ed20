-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "four_eyes" BOOLEAN NOT NULL DEFAULT false;
