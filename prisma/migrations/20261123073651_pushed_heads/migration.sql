-- AlterTable
ALTER TABLE "repositories" ADD COLUMN     "pushed_heads" TEXT[] DEFAULT ARRAY[]::TEXT[];
