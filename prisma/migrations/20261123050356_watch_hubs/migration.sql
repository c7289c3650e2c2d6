-- AlterTable
ALTER TABLE "watch" ADD COLUMN     "hub_asked_at" TIMESTAMPTZ(3),
ADD COLUMN     "hub_lease_until" TIMESTAMPTZ(3),
ADD COLUMN     "hub_topic" TEXT,
ADD COLUMN     "hub_url" TEXT;
