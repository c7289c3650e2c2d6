-- AlterTable
ALTER TABLE "piece" ADD COLUMN     "engine_model" TEXT,
ADD COLUMN     "engine_name" TEXT;
