-- AlterTable
ALTER TABLE "durable_run" ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 0;
