-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "tier" TEXT NOT NULL DEFAULT 'free',
    "is_local" BOOLEAN,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "user_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "body" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "durable_run" (
    "id" TEXT NOT NULL,
    "function_id" TEXT NOT NULL,
    "event" JSON NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "output" JSON,
    "concurrency_keys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "concurrency_limits" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "parent_run_id" TEXT,
    "parent_step_id" TEXT,
    "idempotency_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "durable_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "durable_step" (
    "run_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "result" JSON NOT NULL,

    CONSTRAINT "durable_step_pkey" PRIMARY KEY ("run_id","id")
);

-- CreateTable
CREATE TABLE "durable_item" (
    "id" BIGSERIAL NOT NULL,
    "run_id" TEXT NOT NULL,
    "step_id" TEXT NOT NULL DEFAULT 'step',
    "kind" TEXT NOT NULL DEFAULT 'call',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "race" BOOLEAN NOT NULL DEFAULT false,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "lease_owner" INTEGER,
    "generation" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "durable_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "durable_wait" (
    "id" BIGSERIAL NOT NULL,
    "run_id" TEXT NOT NULL,
    "step_id" TEXT,
    "event_name" TEXT NOT NULL,
    "expression" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,

    CONSTRAINT "durable_wait_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "durable_schedule" (
    "id" TEXT NOT NULL,
    "fired_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "durable_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job" (
    "id" UUID NOT NULL,
    "media_id" UUID NOT NULL,
    "requested_lang" TEXT NOT NULL,
    "lang_hint" TEXT,
    "open_url" TEXT,
    "running_key" TEXT,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "stage" TEXT,
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "error" JSON,
    "engine_name" TEXT,
    "engine_model" TEXT,
    "duration_ms" INTEGER,
    "transcript_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_caller" (
    "job_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "left_at" TIMESTAMPTZ(3),
    "error" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_caller_pkey" PRIMARY KEY ("job_id","user_id")
);

-- CreateTable
CREATE TABLE "piece" (
    "job_id" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "start_ms" INTEGER NOT NULL,
    "end_ms" INTEGER NOT NULL,
    "silent" BOOLEAN NOT NULL,
    "lang" TEXT,
    "segments" JSON,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "piece_pkey" PRIMARY KEY ("job_id","index")
);

-- CreateTable
CREATE TABLE "media" (
    "id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "video_id" TEXT NOT NULL,
    "owner_id" UUID,
    "url" TEXT NOT NULL,
    "title" TEXT,
    "author" TEXT,
    "thumbnail_url" TEXT,
    "published_at" TIMESTAMPTZ(3),
    "kind" TEXT NOT NULL DEFAULT 'audio',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transcript" (
    "id" UUID NOT NULL,
    "media_id" UUID NOT NULL,
    "requested_lang" TEXT NOT NULL,
    "lang" TEXT,
    "source" TEXT NOT NULL,
    "engine_name" TEXT,
    "engine_model" TEXT,
    "available_langs" TEXT[],
    "segments" JSON NOT NULL,
    "covered_ms" INTEGER NOT NULL,
    "total_ms" INTEGER NOT NULL,
    "complete" BOOLEAN NOT NULL,
    "warnings" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transcript_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entry" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "media_id" UUID NOT NULL,
    "requested_lang" TEXT NOT NULL,
    "job_id" UUID,
    "transcript_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upload" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'signed',
    "size_bytes" BIGINT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "stored_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_period" (
    "user_id" UUID NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "used_seconds" INTEGER NOT NULL DEFAULT 0,
    "reserved_seconds" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "usage_period_pkey" PRIMARY KEY ("user_id","period_start")
);

-- CreateTable
CREATE TABLE "usage_reservation" (
    "job_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "seconds" INTEGER NOT NULL,

    CONSTRAINT "usage_reservation_pkey" PRIMARY KEY ("job_id","user_id")
);

-- CreateTable
CREATE TABLE "usage_charge" (
    "user_id" UUID NOT NULL,
    "media_id" UUID NOT NULL,
    "lang" TEXT NOT NULL,
    "seconds" INTEGER NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usage_charge_pkey" PRIMARY KEY ("user_id","media_id","lang")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_is_local_key" ON "users"("is_local");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "event_processed_at_created_at_idx" ON "event"("processed_at", "created_at");

-- CreateIndex
CREATE INDEX "durable_run_ended_at_idx" ON "durable_run"("ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "durable_run_function_id_idempotency_key_key" ON "durable_run"("function_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "durable_item_due_at_idx" ON "durable_item"("due_at");

-- CreateIndex
CREATE INDEX "durable_item_lease_until_idx" ON "durable_item"("lease_until");

-- CreateIndex
CREATE INDEX "durable_item_run_id_idx" ON "durable_item"("run_id");

-- CreateIndex
CREATE INDEX "durable_wait_event_name_idx" ON "durable_wait"("event_name");

-- CreateIndex
CREATE INDEX "durable_wait_run_id_idx" ON "durable_wait"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "job_running_key_key" ON "job"("running_key");

-- CreateIndex
CREATE INDEX "job_caller_user_id_created_at_idx" ON "job_caller"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "media_platform_video_id_key" ON "media"("platform", "video_id");

-- CreateIndex
CREATE UNIQUE INDEX "transcript_media_id_requested_lang_key" ON "transcript"("media_id", "requested_lang");

-- CreateIndex
CREATE INDEX "entry_user_id_created_at_idx" ON "entry"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "entry_job_id_idx" ON "entry"("job_id");

-- CreateIndex
CREATE UNIQUE INDEX "entry_user_id_media_id_requested_lang_key" ON "entry"("user_id", "media_id", "requested_lang");

-- CreateIndex
CREATE INDEX "upload_user_id_created_at_idx" ON "upload"("user_id", "created_at");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "durable_step" ADD CONSTRAINT "durable_step_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "durable_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "durable_item" ADD CONSTRAINT "durable_item_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "durable_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "durable_wait" ADD CONSTRAINT "durable_wait_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "durable_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_transcript_id_fkey" FOREIGN KEY ("transcript_id") REFERENCES "transcript"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_caller" ADD CONSTRAINT "job_caller_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_caller" ADD CONSTRAINT "job_caller_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "piece" ADD CONSTRAINT "piece_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transcript" ADD CONSTRAINT "transcript_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entry" ADD CONSTRAINT "entry_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entry" ADD CONSTRAINT "entry_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entry" ADD CONSTRAINT "entry_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entry" ADD CONSTRAINT "entry_transcript_id_fkey" FOREIGN KEY ("transcript_id") REFERENCES "transcript"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload" ADD CONSTRAINT "upload_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_period" ADD CONSTRAINT "usage_period_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_reservation" ADD CONSTRAINT "usage_reservation_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_reservation" ADD CONSTRAINT "usage_reservation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_charge" ADD CONSTRAINT "usage_charge_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_charge" ADD CONSTRAINT "usage_charge_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;
