-- AlterTable
ALTER TABLE "job_caller" ADD COLUMN     "is_free" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "model_download" (
    "machine_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "run_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "started_at" TIMESTAMPTZ(3),
    "started_bytes" BIGINT NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" JSON,
    "retry_at" TIMESTAMPTZ(3),
    "expected_by" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_download_pkey" PRIMARY KEY ("machine_id","name")
);

-- CreateIndex
CREATE UNIQUE INDEX "model_download_run_id_key" ON "model_download"("run_id");
