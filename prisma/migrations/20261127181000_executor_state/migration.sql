-- AlterTable
ALTER TABLE "durable_executor" ADD COLUMN     "done_at" TIMESTAMPTZ(3),
ADD COLUMN     "running" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "seen_at" TIMESTAMPTZ(3),
ADD COLUMN     "waiting" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "waiting_since" TIMESTAMPTZ(3);
