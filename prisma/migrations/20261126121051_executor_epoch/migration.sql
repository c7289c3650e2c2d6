-- DropIndex
DROP INDEX "durable_item_lease_until_idx";

-- AlterTable
ALTER TABLE "durable_item" DROP COLUMN "generation",
DROP COLUMN "lease_owner",
DROP COLUMN "lease_until";

-- CreateTable
CREATE TABLE "durable_executor" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "epoch" INTEGER NOT NULL,

    CONSTRAINT "durable_executor_pkey" PRIMARY KEY ("id")
);
