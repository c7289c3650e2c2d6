-- AlterTable
ALTER TABLE "library_item" ADD COLUMN     "custom_title" TEXT;
