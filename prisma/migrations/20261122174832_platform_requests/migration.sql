-- CreateEnum
CREATE TYPE "platform_request_kind" AS ENUM ('captions', 'audio');

-- CreateTable
CREATE TABLE "platform_request_count" (
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "platform" "platform" NOT NULL,
    "kind" "platform_request_kind" NOT NULL,
    "outcome" TEXT NOT NULL,
    "latency_ms" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "platform_request_count_pkey" PRIMARY KEY ("started_at","platform","kind","outcome","latency_ms")
);
