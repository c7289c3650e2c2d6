-- AlterTable
ALTER TABLE "chunk" ADD COLUMN     "evidence" JSON;
