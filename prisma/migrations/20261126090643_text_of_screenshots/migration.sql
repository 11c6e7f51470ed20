-- AlterTable
ALTER TABLE "screenshots" ADD COLUMN     "found_text" TEXT NOT NULL DEFAULT '';
