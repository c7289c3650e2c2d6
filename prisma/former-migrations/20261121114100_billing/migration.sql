-- CreateTable
CREATE TABLE "billing_account" (
    "user_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "subscription_id" TEXT,
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "current_period_end" TIMESTAMPTZ(3),
    "pending_tier" TEXT,
    "pending_change_at" TIMESTAMPTZ(3),
    "payment_state" TEXT,
    "payment_url" TEXT,
    "synced_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_account_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "billing_event" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "customer_id" TEXT,
    "kinds" TEXT[],
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_object" (
    "id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "customer_id" TEXT,
    "body" JSON NOT NULL,

    CONSTRAINT "sandbox_object_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_cycle" (
    "user_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_cycle_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "billing_account_customer_id_key" ON "billing_account"("customer_id");

-- CreateIndex
CREATE INDEX "billing_event_received_at_idx" ON "billing_event"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_object_sequence_key" ON "sandbox_object"("sequence");

-- CreateIndex
CREATE INDEX "sandbox_object_customer_id_kind_idx" ON "sandbox_object"("customer_id", "kind");

-- AddForeignKey
ALTER TABLE "billing_account" ADD CONSTRAINT "billing_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_cycle" ADD CONSTRAINT "usage_cycle_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
