-- AlterEnum
ALTER TYPE "job_stage" ADD VALUE 'identifying_speakers';

-- AlterTable
ALTER TABLE "chunk" ADD COLUMN     "lost" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "job" ADD COLUMN     "waiting" JSON,
ADD COLUMN     "waiting_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "job_caller" ADD COLUMN     "keywords" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "prompt" TEXT;

-- AlterTable
ALTER TABLE "transcript" ADD COLUMN     "missing" JSON NOT NULL DEFAULT '[]';
