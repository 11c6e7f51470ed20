-- AlterTable
ALTER TABLE "components" ADD COLUMN     "former_flags" TEXT[] DEFAULT ARRAY[]::TEXT[];
