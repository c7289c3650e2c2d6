-- The length of a text, so that a long one is never loaded by accident. The database keeps it.
ALTER TABLE "transcript" ADD COLUMN "segments_bytes" INTEGER GENERATED ALWAYS AS (octet_length("segments"::text)) STORED;

-- Rows live for seconds, between a worker thread and the transaction that stores them. A crash may lose them.
CREATE UNLOGGED TABLE "staged_text" (
    "id" UUID NOT NULL,
    "segments" JSON NOT NULL,
    "tokens" tsvector NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staged_text_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "staged_text_created_at_idx" ON "staged_text"("created_at");
