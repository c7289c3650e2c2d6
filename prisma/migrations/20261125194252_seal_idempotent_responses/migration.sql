-- A stored response is encrypted from now on; those of the last day are forgotten.
DELETE FROM "idempotency_key" WHERE "status" IS NOT NULL;

-- AlterTable
ALTER TABLE "idempotency_key" DROP COLUMN "body",
ADD COLUMN     "body" BYTEA,
ADD COLUMN     "subject_id" TEXT;
