-- CreateEnum
CREATE TYPE "work_kind" AS ENUM ('job', 'import', 'delivery', 'download');

-- CreateTable
CREATE TABLE "work" (
    "kind" "work_kind" NOT NULL,
    "id" TEXT NOT NULL,
    "run" UUID NOT NULL,
    "lost_runs" INTEGER NOT NULL DEFAULT 0,
    "expected_by" TIMESTAMPTZ(3) NOT NULL,
    "worker_id" UUID,
    "worker_until" TIMESTAMPTZ(3),

    CONSTRAINT "work_pkey" PRIMARY KEY ("kind","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "work_run_key" ON "work"("run");

-- CreateIndex
CREATE INDEX "work_expected_by_idx" ON "work"("expected_by");

-- Open work continues in new runs, whose events name the run; runs of before end.
DELETE FROM "durable_item" WHERE "run_id" IN (
  SELECT "id" FROM "durable_run" WHERE "status" = 'running' AND "function_id" IN
    ('verbatim-transcribe-recording', 'verbatim-import-show', 'verbatim-deliver-webhook', 'verbatim-download-model'));
DELETE FROM "durable_wait" WHERE "run_id" IN (
  SELECT "id" FROM "durable_run" WHERE "status" = 'running' AND "function_id" IN
    ('verbatim-transcribe-recording', 'verbatim-import-show', 'verbatim-deliver-webhook', 'verbatim-download-model'));
UPDATE "durable_run" SET "status" = 'cancelled', "ended_at" = now() WHERE "status" = 'running' AND "function_id" IN
  ('verbatim-transcribe-recording', 'verbatim-import-show', 'verbatim-deliver-webhook', 'verbatim-download-model');
DELETE FROM "event" WHERE "processed_at" IS NULL AND "name" IN
  ('job/requested', 'import/requested', 'webhook/delivery-due', 'model/download.requested');

INSERT INTO "work" ("kind", "id", "run", "lost_runs", "expected_by")
SELECT 'job', "id"::text, gen_random_uuid(), "lost_runs", now() + interval '10 minutes' FROM "job" WHERE "finished_at" IS NULL;
INSERT INTO "work" ("kind", "id", "run", "lost_runs", "expected_by")
SELECT 'import', "id"::text, gen_random_uuid(), "lost_runs", now() + interval '10 minutes'
FROM "import_batch" WHERE "status" IN ('queued', 'in_progress');
INSERT INTO "work" ("kind", "id", "run", "lost_runs", "expected_by")
SELECT 'delivery', "id"::text, gen_random_uuid(), "lost_runs", now() + interval '10 minutes'
FROM "webhook_delivery" WHERE "status" = 'pending';
INSERT INTO "work" ("kind", "id", "run", "expected_by")
SELECT 'download', "machine_id" || ':' || "name", gen_random_uuid(), now() + interval '10 minutes'
FROM "model_download" WHERE "status" IN ('queued', 'in_progress');

INSERT INTO "event" ("id", "name", "body")
SELECT w."run"::text, t."name", json_build_object('id', w."run", 'name', t."name", 'data', t."data")
FROM "work" w JOIN (
  SELECT 'job'::"work_kind" AS "kind", w."id", 'job/requested' AS "name",
    json_build_object('jobId', w."id", 'run', w."run") AS "data"
  FROM "work" w
  UNION ALL
  SELECT 'import', w."id", 'import/requested', json_build_object('batchId', w."id", 'userId', b."user_id", 'run', w."run")
  FROM "work" w JOIN "import_batch" b ON b."id"::text = w."id"
  UNION ALL
  SELECT 'delivery', w."id", 'webhook/delivery-due',
    json_build_object('deliveryId', w."id", 'endpointId', d."endpoint_id", 'attemptsBefore', least(d."attempts", 9), 'run', w."run")
  FROM "work" w JOIN "webhook_delivery" d ON d."id"::text = w."id"
  UNION ALL
  SELECT 'download', w."id", 'model/download.requested',
    json_build_object('machineId', m."machine_id", 'name', m."name", 'run', w."run")
  FROM "work" w JOIN "model_download" m ON m."machine_id" || ':' || m."name" = w."id"
) t ON t."kind" = w."kind" AND t."id" = w."id";

-- DropIndex
DROP INDEX "model_download_run_id_key";

-- DropIndex
DROP INDEX "webhook_delivery_expected_by_idx";

-- AlterTable
ALTER TABLE "import_batch" DROP COLUMN "expected_by",
DROP COLUMN "lost_runs",
DROP COLUMN "run";

-- AlterTable
ALTER TABLE "job" DROP COLUMN "expected_by",
DROP COLUMN "lost_runs",
DROP COLUMN "run",
DROP COLUMN "worker_id",
DROP COLUMN "worker_until";

-- AlterTable
ALTER TABLE "model_download" DROP COLUMN "expected_by",
DROP COLUMN "run_id";

-- AlterTable
ALTER TABLE "webhook_delivery" DROP COLUMN "expected_by",
DROP COLUMN "lost_runs",
DROP COLUMN "run";
