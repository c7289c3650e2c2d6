-- CreateIndex
CREATE INDEX "usage_charge_user_id_created_at_idx" ON "usage_charge"("user_id", "created_at");
