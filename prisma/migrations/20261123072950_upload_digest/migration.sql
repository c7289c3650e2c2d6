-- AlterTable
ALTER TABLE "upload" ADD COLUMN     "digest" TEXT;

-- CreateIndex
CREATE INDEX "upload_user_id_digest_idx" ON "upload"("user_id", "digest");
