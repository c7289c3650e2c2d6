-- AlterTable
ALTER TABLE "job" ADD COLUMN     "lang_evidence" JSON;
