-- AlterTable
ALTER TABLE "import_batch" ADD COLUMN     "expected_by" TIMESTAMPTZ(3),
ADD COLUMN     "lost_runs" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "run" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "job" ADD COLUMN     "expected_by" TIMESTAMPTZ(3),
ADD COLUMN     "lost_runs" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "run" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "worker_id" UUID,
ADD COLUMN     "worker_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "expected_by" TIMESTAMPTZ(3),
ADD COLUMN     "lost_runs" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "run" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "webhook_delivery_expected_by_idx" ON "webhook_delivery"("expected_by");

-- Messages under way wait up to a day between two attempts: none of them is lost yet.
UPDATE "webhook_delivery" SET "expected_by" = coalesce("last_at", "created_at") + interval '25 hours' WHERE "status" = 'pending';
