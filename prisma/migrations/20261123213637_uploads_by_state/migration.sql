-- DropIndex
DROP INDEX "upload_user_id_digest_idx";

-- CreateIndex
CREATE INDEX "upload_user_id_state_digest_idx" ON "upload"("user_id", "state", "digest");
