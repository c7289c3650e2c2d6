-- AlterTable
ALTER TABLE "upload" ADD COLUMN     "multipart_id" TEXT,
ADD COLUMN     "resumable_until" TIMESTAMPTZ(3),
ADD COLUMN     "sized" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "upload_state_expires_at_idx" ON "upload"("state", "expires_at");
