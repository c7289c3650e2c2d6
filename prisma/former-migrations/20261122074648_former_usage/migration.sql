-- CreateTable
CREATE TABLE "former_usage" (
    "email_hash" BYTEA NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "used_seconds" INTEGER NOT NULL,

    CONSTRAINT "former_usage_pkey" PRIMARY KEY ("email_hash","period_start")
);

-- CreateIndex
CREATE INDEX "former_usage_period_start_idx" ON "former_usage"("period_start");
