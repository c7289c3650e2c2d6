-- All tables as of 22 November 2026.

-- A part of an id is found by its trigrams, together with its owner. Both come with PostgreSQL, and any owner of a database
-- may add them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" TIMESTAMPTZ(3),
    "granted_tier" TEXT NOT NULL DEFAULT 'free',
    "paid_tier" TEXT,
    "is_local" BOOLEAN,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "suspended_at" TIMESTAMPTZ(3),
    "suspension_reason" TEXT,

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
CREATE TABLE "library_item_text" (
    "library_item_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "tokens" tsvector NOT NULL,

    CONSTRAINT "library_item_text_pkey" PRIMARY KEY ("library_item_id")
);

-- CreateTable
CREATE TABLE "library_item_tally" (
    "user_id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "items" INTEGER NOT NULL,

    CONSTRAINT "library_item_tally_pkey" PRIMARY KEY ("user_id","platform","state")
);

-- CreateTable
CREATE TABLE "library_item_tally_change" (
    "id" BIGSERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "change" INTEGER NOT NULL,

    CONSTRAINT "library_item_tally_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "unindexed_text" (
    "transcript_id" UUID NOT NULL,

    CONSTRAINT "unindexed_text_pkey" PRIMARY KEY ("transcript_id")
);

-- CreateTable
CREATE TABLE "left_text" (
    "id" BIGSERIAL NOT NULL,
    "media_id" UUID NOT NULL,
    "requested_lang" TEXT NOT NULL,
    "left_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "left_text_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_batch" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "source_url" TEXT NOT NULL,
    "lang" TEXT,
    "running_key" TEXT,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "feed_url" TEXT,
    "title" TEXT,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "error" JSON,
    "run" INTEGER NOT NULL DEFAULT 0,
    "lost_runs" INTEGER NOT NULL DEFAULT 0,
    "expected_by" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_item" (
    "batch_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "guid" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "audio_url" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,
    "host" TEXT NOT NULL,
    "video_id" TEXT,
    "episode" JSON,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "reason" TEXT,
    "error" JSON,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "job_id" UUID,
    "library_item_id" UUID,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_item_pkey" PRIMARY KEY ("batch_id","position")
);

-- CreateTable
CREATE TABLE "job" (
    "id" UUID NOT NULL,
    "media_id" UUID NOT NULL,
    "requested_lang" TEXT NOT NULL,
    "lang_hint" TEXT,
    "lang_specified" BOOLEAN NOT NULL DEFAULT false,
    "open_url" TEXT,
    "strict_lang" BOOLEAN NOT NULL DEFAULT false,
    "captionless" BOOLEAN NOT NULL DEFAULT false,
    "trace" JSON,
    "running_key" TEXT,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "stage" TEXT,
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "error" JSON,
    "from_ms" INTEGER NOT NULL DEFAULT 0,
    "until_ms" INTEGER,
    "remote_id" TEXT,
    "engine_name" TEXT,
    "engine_model" TEXT,
    "duration_ms" INTEGER,
    "transcript_id" UUID,
    "run" INTEGER NOT NULL DEFAULT 0,
    "lost_runs" INTEGER NOT NULL DEFAULT 0,
    "worker_id" UUID,
    "worker_until" TIMESTAMPTZ(3),
    "expected_by" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_caller" (
    "job_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "library_item_id" UUID NOT NULL,
    "requested_lang" TEXT,
    "lang_specified" BOOLEAN NOT NULL DEFAULT false,
    "allow_partial" BOOLEAN NOT NULL DEFAULT false,
    "for_import" BOOLEAN NOT NULL DEFAULT false,
    "left_at" TIMESTAMPTZ(3),
    "error" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_caller_pkey" PRIMARY KEY ("job_id","user_id")
);

-- CreateTable
CREATE TABLE "chunk" (
    "job_id" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "start_ms" INTEGER NOT NULL,
    "end_ms" INTEGER NOT NULL,
    "silent" BOOLEAN NOT NULL,
    "overlap_ms" INTEGER NOT NULL DEFAULT 0,
    "lang" TEXT,
    "segments" JSON,
    "engine_name" TEXT,
    "engine_model" TEXT,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "chunk_pkey" PRIMARY KEY ("job_id","index")
);

-- CreateTable
CREATE UNLOGGED TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "tat" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "user_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "body" JSON,
    "headers" JSON,
    "size_bytes" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "oauth_client" (
    "id" TEXT NOT NULL,
    "secret_hash" BYTEA,
    "name" TEXT,
    "redirect_uris" TEXT[],
    "grant_types" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "granted_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_grant" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "client_id" TEXT,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "resource" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_code" (
    "hash" BYTEA NOT NULL,
    "client_id" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "resource" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "grant_id" UUID,

    CONSTRAINT "oauth_code_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "oauth_access_token" (
    "hash" BYTEA NOT NULL,
    "grant_id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "resource" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_access_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "oauth_refresh_token" (
    "hash" BYTEA NOT NULL,
    "grant_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_refresh_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "device_code" (
    "hash" BYTEA NOT NULL,
    "user_code" TEXT NOT NULL,
    "client_id" TEXT,
    "name" TEXT NOT NULL,
    "address" TEXT,
    "scope" TEXT NOT NULL,
    "resource" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "user_id" UUID,
    "interval_seconds" INTEGER NOT NULL,
    "polled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "device_code_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "device_miss" (
    "user_id" UUID NOT NULL,
    "misses" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "device_miss_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "operator_act" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "operator" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "reason" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "operator_act_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "publication" (
    "slug" TEXT NOT NULL,
    "library_item_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "taken_down_at" TIMESTAMPTZ(3),
    "takedown_reason" TEXT,

    CONSTRAINT "publication_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "former_slug" (
    "slug" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "library_item_id" UUID NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "former_slug_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "device" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("provider","provider_account_id")
);

-- CreateTable
CREATE TABLE "verification_token" (
    "identifier" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_token_pkey" PRIMARY KEY ("identifier","token")
);

-- CreateTable
CREATE TABLE "mail_count" (
    "key" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3)[],

    CONSTRAINT "mail_count_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "source_memory" (
    "key" TEXT NOT NULL,
    "value" JSON NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "source_memory_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "feed_cache" (
    "url" TEXT NOT NULL,
    "etag" TEXT,
    "last_modified" TEXT,
    "content_type" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "site" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "feed_cache_pkey" PRIMARY KEY ("url")
);

-- CreateTable
CREATE TABLE "media" (
    "id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "video_id" TEXT NOT NULL,
    "access_key" TEXT NOT NULL DEFAULT '',
    "owner_id" UUID,
    "url" TEXT NOT NULL,
    "title" TEXT,
    "author" TEXT,
    "thumbnail_url" TEXT,
    "published_at" TIMESTAMPTZ(3),
    "kind" TEXT NOT NULL DEFAULT 'audio',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transcript" (
    "id" UUID NOT NULL,
    "media_id" UUID NOT NULL,
    "requested_lang" TEXT NOT NULL,
    "also_requested" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "origin" TEXT NOT NULL DEFAULT '',
    "lang" TEXT,
    "source" TEXT NOT NULL,
    "engine_name" TEXT,
    "engine_model" TEXT,
    "lang_specified" BOOLEAN NOT NULL DEFAULT false,
    "original" BOOLEAN NOT NULL DEFAULT false,
    "edition" INTEGER NOT NULL DEFAULT 0,
    "available_langs" TEXT[],
    "segments" JSON NOT NULL,
    "segments_bytes" INTEGER GENERATED ALWAYS AS (octet_length("segments"::text)) STORED,
    "covered_ms" INTEGER NOT NULL,
    "total_ms" INTEGER NOT NULL,
    "complete" BOOLEAN NOT NULL,
    "warnings" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tokens" tsvector,

    CONSTRAINT "transcript_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE UNLOGGED TABLE "staged_text" (
    "id" UUID NOT NULL,
    "segments" JSON NOT NULL,
    "tokens" tsvector NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staged_text_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "library_item" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "media_id" UUID NOT NULL,
    "requested_lang" TEXT NOT NULL,
    "also_requested" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "job_id" UUID,
    "covered_ms" INTEGER,
    "transcript_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "platform" TEXT NOT NULL DEFAULT '',
    "video_id" TEXT NOT NULL DEFAULT '',
    "folded_id" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL DEFAULT 'in_progress',
    "duration_seconds" INTEGER NOT NULL DEFAULT 0,
    "total_seconds" INTEGER NOT NULL DEFAULT 0,
    "title" TEXT,
    "author" TEXT,
    "thumbnail_url" TEXT,
    "published_at" TIMESTAMPTZ(3),
    "title_tokens" tsvector,

    CONSTRAINT "library_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "former_library_item" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "library_item_id" UUID NOT NULL,

    CONSTRAINT "former_library_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upload" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'signed',
    "size_bytes" BIGINT,
    "sized" BOOLEAN NOT NULL DEFAULT false,
    "multipart_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "resumable_until" TIMESTAMPTZ(3),
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
CREATE TABLE "former_usage" (
    "email_hash" BYTEA NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "used_seconds" INTEGER NOT NULL,

    CONSTRAINT "former_usage_pkey" PRIMARY KEY ("email_hash","period_start")
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

-- CreateTable
CREATE TABLE "usage_cycle" (
    "user_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_cycle_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "secret" BYTEA NOT NULL,
    "old_secret" BYTEA,
    "old_secret_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_status" INTEGER,
    "last_answer" TEXT,
    "last_error" TEXT,
    "last_at" TIMESTAMPTZ(3),
    "run" INTEGER NOT NULL DEFAULT 0,
    "lost_runs" INTEGER NOT NULL DEFAULT 0,
    "expected_by" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
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
CREATE UNIQUE INDEX "billing_account_customer_id_key" ON "billing_account"("customer_id");

-- CreateIndex
CREATE INDEX "billing_event_received_at_idx" ON "billing_event"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_object_sequence_key" ON "sandbox_object"("sequence");

-- CreateIndex
CREATE INDEX "sandbox_object_customer_id_kind_idx" ON "sandbox_object"("customer_id", "kind");

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
CREATE INDEX "library_item_text_user_id_created_at_library_item_id_idx" ON "library_item_text"("user_id", "created_at", "library_item_id");

-- CreateIndex
CREATE INDEX "library_item_text_user_id_tokens_idx" ON "library_item_text" USING GIN ("user_id" uuid_ops, "tokens" tsvector_ops);

-- CreateIndex
CREATE INDEX "library_item_tally_change_user_id_idx" ON "library_item_tally_change"("user_id");

-- CreateIndex
CREATE INDEX "left_text_media_id_idx" ON "left_text"("media_id");

-- CreateIndex
CREATE UNIQUE INDEX "import_batch_running_key_key" ON "import_batch"("running_key");

-- CreateIndex
CREATE INDEX "import_batch_user_id_created_at_idx" ON "import_batch"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "import_batch_status_idx" ON "import_batch"("status");

-- CreateIndex
CREATE INDEX "import_item_batch_id_state_position_idx" ON "import_item"("batch_id", "state", "position");

-- CreateIndex
CREATE INDEX "import_item_state_user_id_idx" ON "import_item"("state", "user_id");

-- CreateIndex
CREATE INDEX "import_item_job_id_idx" ON "import_item"("job_id");

-- CreateIndex
CREATE INDEX "import_item_library_item_id_idx" ON "import_item"("library_item_id");

-- CreateIndex
CREATE UNIQUE INDEX "job_running_key_key" ON "job"("running_key");

-- CreateIndex
CREATE INDEX "job_media_id_requested_lang_idx" ON "job"("media_id", "requested_lang");

-- CreateIndex
CREATE INDEX "job_transcript_id_idx" ON "job"("transcript_id");

-- CreateIndex
CREATE INDEX "job_caller_user_id_created_at_idx" ON "job_caller"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "job_caller_library_item_id_idx" ON "job_caller"("library_item_id");

-- CreateIndex
CREATE INDEX "rate_limit_tat_idx" ON "rate_limit"("tat");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "idempotency_key_user_id_created_at_key_size_bytes_idx" ON "idempotency_key"("user_id", "created_at", "key", "size_bytes");

-- CreateIndex
CREATE INDEX "oauth_client_granted_at_created_at_idx" ON "oauth_client"("granted_at", "created_at");

-- CreateIndex
CREATE INDEX "oauth_grant_user_id_created_at_idx" ON "oauth_grant"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "oauth_code_expires_at_idx" ON "oauth_code"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_code_grant_id_idx" ON "oauth_code"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_code_user_id_idx" ON "oauth_code"("user_id");

-- CreateIndex
CREATE INDEX "oauth_access_token_grant_id_idx" ON "oauth_access_token"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_access_token_expires_at_idx" ON "oauth_access_token"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_refresh_token_grant_id_idx" ON "oauth_refresh_token"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_refresh_token_expires_at_idx" ON "oauth_refresh_token"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "device_code_user_code_key" ON "device_code"("user_code");

-- CreateIndex
CREATE INDEX "device_code_expires_at_idx" ON "device_code"("expires_at");

-- CreateIndex
CREATE INDEX "device_code_user_id_idx" ON "device_code"("user_id");

-- CreateIndex
CREATE INDEX "operator_act_at_idx" ON "operator_act"("at");

-- CreateIndex
CREATE UNIQUE INDEX "publication_library_item_id_key" ON "publication"("library_item_id");

-- CreateIndex
CREATE INDEX "publication_user_id_created_at_slug_idx" ON "publication"("user_id", "created_at", "slug");

-- CreateIndex
CREATE INDEX "former_slug_library_item_id_idx" ON "former_slug"("library_item_id");

-- CreateIndex
CREATE INDEX "former_slug_withdrawn_at_idx" ON "former_slug"("withdrawn_at");

-- CreateIndex
CREATE INDEX "session_user_id_last_seen_at_idx" ON "session"("user_id", "last_seen_at");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "account_user_id_idx" ON "account"("user_id");

-- CreateIndex
CREATE INDEX "verification_token_expires_idx" ON "verification_token"("expires");

-- CreateIndex
CREATE INDEX "source_memory_expires_at_idx" ON "source_memory"("expires_at");

-- CreateIndex
CREATE INDEX "feed_cache_site_fetched_at_idx" ON "feed_cache"("site", "fetched_at");

-- CreateIndex
CREATE INDEX "feed_cache_fetched_at_idx" ON "feed_cache"("fetched_at");

-- CreateIndex
CREATE UNIQUE INDEX "media_platform_video_id_access_key_key" ON "media"("platform", "video_id", "access_key");

-- CreateIndex
CREATE UNIQUE INDEX "transcript_media_id_origin_source_lang_edition_key" ON "transcript"("media_id", "origin", "source", "lang", "edition") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "staged_text_created_at_idx" ON "staged_text"("created_at");

-- CreateIndex
CREATE INDEX "library_item_user_id_media_id_idx" ON "library_item"("user_id", "media_id");

-- CreateIndex
CREATE INDEX "library_item_user_id_created_at_id_folded_id_idx" ON "library_item"("user_id", "created_at", "id", "folded_id");

-- CreateIndex
CREATE INDEX "library_item_user_id_duration_seconds_id_folded_id_idx" ON "library_item"("user_id", "duration_seconds", "id", "folded_id");

-- CreateIndex
CREATE INDEX "library_item_user_id_total_seconds_id_folded_id_idx" ON "library_item"("user_id", "total_seconds", "id", "folded_id");

-- CreateIndex
CREATE INDEX "library_item_user_id_platform_state_created_at_id_folded_id_idx" ON "library_item"("user_id", "platform", "state", "created_at", "id", "folded_id");

-- CreateIndex
CREATE INDEX "library_item_user_id_platform_state_duration_seconds_id_fol_idx" ON "library_item"("user_id", "platform", "state", "duration_seconds", "id", "folded_id");

-- CreateIndex
CREATE INDEX "library_item_user_id_platform_state_total_seconds_id_folded_idx" ON "library_item"("user_id", "platform", "state", "total_seconds", "id", "folded_id");

-- CreateIndex
CREATE INDEX "library_item_user_id_video_id_idx" ON "library_item" USING GIN ("user_id" uuid_ops, "video_id" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "library_item_job_id_idx" ON "library_item"("job_id");

-- CreateIndex
CREATE INDEX "library_item_transcript_id_idx" ON "library_item"("transcript_id");

-- CreateIndex
CREATE INDEX "library_item_media_id_requested_lang_idx" ON "library_item"("media_id", "requested_lang");

-- CreateIndex
CREATE UNIQUE INDEX "library_item_user_id_transcript_id_key" ON "library_item"("user_id", "transcript_id");

-- CreateIndex
CREATE INDEX "former_library_item_library_item_id_idx" ON "former_library_item"("library_item_id");

-- CreateIndex
CREATE INDEX "upload_user_id_created_at_idx" ON "upload"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "upload_state_expires_at_idx" ON "upload"("state", "expires_at");

-- CreateIndex
CREATE INDEX "former_usage_period_start_idx" ON "former_usage"("period_start");

-- CreateIndex
CREATE INDEX "usage_charge_media_id_idx" ON "usage_charge"("media_id");

-- CreateIndex
CREATE INDEX "webhook_endpoint_user_id_created_at_idx" ON "webhook_endpoint"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_created_at_idx" ON "webhook_delivery"("endpoint_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_expected_by_idx" ON "webhook_delivery"("expected_by");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "billing_account" ADD CONSTRAINT "billing_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "durable_step" ADD CONSTRAINT "durable_step_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "durable_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "durable_item" ADD CONSTRAINT "durable_item_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "durable_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "durable_wait" ADD CONSTRAINT "durable_wait_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "durable_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_item_text" ADD CONSTRAINT "library_item_text_library_item_id_fkey" FOREIGN KEY ("library_item_id") REFERENCES "library_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_item_tally" ADD CONSTRAINT "library_item_tally_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_item_tally_change" ADD CONSTRAINT "library_item_tally_change_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unindexed_text" ADD CONSTRAINT "unindexed_text_transcript_id_fkey" FOREIGN KEY ("transcript_id") REFERENCES "transcript"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_batch" ADD CONSTRAINT "import_batch_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_item" ADD CONSTRAINT "import_item_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "import_batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_item" ADD CONSTRAINT "import_item_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_item" ADD CONSTRAINT "import_item_library_item_id_fkey" FOREIGN KEY ("library_item_id") REFERENCES "library_item"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_transcript_id_fkey" FOREIGN KEY ("transcript_id") REFERENCES "transcript"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_caller" ADD CONSTRAINT "job_caller_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_caller" ADD CONSTRAINT "job_caller_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chunk" ADD CONSTRAINT "chunk_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_access_token" ADD CONSTRAINT "oauth_access_token_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_refresh_token" ADD CONSTRAINT "oauth_refresh_token_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_code" ADD CONSTRAINT "device_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_miss" ADD CONSTRAINT "device_miss_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "publication" ADD CONSTRAINT "publication_library_item_id_fkey" FOREIGN KEY ("library_item_id") REFERENCES "library_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "publication" ADD CONSTRAINT "publication_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_slug" ADD CONSTRAINT "former_slug_library_item_id_fkey" FOREIGN KEY ("library_item_id") REFERENCES "library_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transcript" ADD CONSTRAINT "transcript_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_item" ADD CONSTRAINT "library_item_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_item" ADD CONSTRAINT "library_item_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_item" ADD CONSTRAINT "library_item_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_item" ADD CONSTRAINT "library_item_transcript_id_fkey" FOREIGN KEY ("transcript_id") REFERENCES "transcript"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_library_item" ADD CONSTRAINT "former_library_item_library_item_id_fkey" FOREIGN KEY ("library_item_id") REFERENCES "library_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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

-- AddForeignKey
ALTER TABLE "usage_cycle" ADD CONSTRAINT "usage_cycle_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- How often words are used has to be known well: by it the planner chooses between reading the newest texts and the index.
ALTER TABLE "library_item_text" ALTER COLUMN "tokens" SET STATISTICS 1000;

-- Transcripts whose words are not written down yet. They are few, and soon none: this finds them at no cost.
CREATE INDEX "transcript_without_words" ON "transcript" ("id") WHERE "tokens" IS NULL;

-- A caller who leaves a job no longer waits for it: their library item says so.
CREATE OR REPLACE FUNCTION job_caller_update_library_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE library_item SET job_id = job_id WHERE id = NEW.library_item_id AND job_id = NEW.job_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER job_caller_update_library_item AFTER UPDATE OF left_at ON job_caller FOR EACH ROW
WHEN (OLD.left_at IS DISTINCT FROM NEW.left_at)
EXECUTE FUNCTION job_caller_update_library_item();

-- State and length of a library item follow its job. Setting job_id to itself runs library_item_derive.
CREATE OR REPLACE FUNCTION job_update_library_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE library_item SET job_id = job_id WHERE job_id = NEW.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER job_update_library_items AFTER UPDATE OF status, duration_ms ON job FOR EACH ROW
WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.duration_ms IS DISTINCT FROM NEW.duration_ms)
EXECUTE FUNCTION job_update_library_items();

-- The words of a transcript, and of the library item's own title, stand with each library item that leads to it. A library
-- item that has only a part of the transcript keeps words of its own, which are not written here.
CREATE OR REPLACE FUNCTION library_item_copy_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.transcript_id IS NULL OR NEW.covered_ms IS NOT NULL THEN
        DELETE FROM library_item_text WHERE library_item_id = NEW.id;
        RETURN NULL;
    END IF;
    INSERT INTO library_item_text (library_item_id, user_id, created_at, tokens)
    SELECT NEW.id, NEW.user_id, NEW.created_at, t.tokens || coalesce(NEW.title_tokens, ''::tsvector)
    FROM transcript t WHERE t.id = NEW.transcript_id AND t.tokens IS NOT NULL
    ON CONFLICT (library_item_id) DO UPDATE SET tokens = excluded.tokens;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER library_item_copy_tokens_inserted AFTER INSERT ON library_item FOR EACH ROW
WHEN (NEW.transcript_id IS NOT NULL)
EXECUTE FUNCTION library_item_copy_tokens();

CREATE OR REPLACE TRIGGER library_item_copy_tokens_updated AFTER UPDATE OF transcript_id, covered_ms ON library_item
FOR EACH ROW
WHEN (OLD.transcript_id IS DISTINCT FROM NEW.transcript_id OR OLD.covered_ms IS DISTINCT FROM NEW.covered_ms)
EXECUTE FUNCTION library_item_copy_tokens();

CREATE OR REPLACE TRIGGER library_item_copy_title_tokens AFTER UPDATE OF title_tokens ON library_item FOR EACH ROW
WHEN (NEW.transcript_id IS NOT NULL AND NEW.covered_ms IS NULL AND OLD.title_tokens IS DISTINCT FROM NEW.title_tokens)
EXECUTE FUNCTION library_item_copy_tokens();

-- Library items are counted by user, platform and state. Each change is a row of its own, so that no transaction waits for
-- another one to count; a durable function adds them up.
CREATE OR REPLACE FUNCTION library_item_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO library_item_tally_change (user_id, platform, state, change)
        SELECT OLD.user_id, OLD.platform, OLD.state, -1 WHERE EXISTS (SELECT FROM users WHERE id = OLD.user_id);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO library_item_tally_change (user_id, platform, state, change)
        VALUES (NEW.user_id, NEW.platform, NEW.state, 1);
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER library_item_count AFTER INSERT OR DELETE ON library_item FOR EACH ROW
EXECUTE FUNCTION library_item_count();

CREATE OR REPLACE TRIGGER library_item_count_updated AFTER UPDATE ON library_item FOR EACH ROW
WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.platform IS DISTINCT FROM NEW.platform)
EXECUTE FUNCTION library_item_count();

-- What a library item is filtered and sorted by follows from its media, job and transcript.
CREATE OR REPLACE FUNCTION library_item_derive() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    running boolean;
    job_ms integer;
    covered_ms integer;
    whole_ms integer;
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT m.platform, m.video_id, lower(m.video_id) INTO NEW.platform, NEW.video_id, NEW.folded_id
        FROM media m WHERE m.id = NEW.media_id;
    END IF;
    SELECT j.status IN ('queued', 'in_progress') AND c.left_at IS NULL, j.duration_ms INTO running, job_ms
    FROM job j LEFT JOIN job_caller c ON c.job_id = j.id AND c.user_id = NEW.user_id
    WHERE j.id = NEW.job_id;
    SELECT least(NEW.covered_ms, t.covered_ms), t.total_ms INTO covered_ms, whole_ms
    FROM transcript t WHERE t.id = NEW.transcript_id;
    running := coalesce(running, false);
    NEW.state := CASE WHEN running THEN 'in_progress' WHEN whole_ms IS NULL THEN 'error' ELSE 'done' END;
    NEW.total_seconds := ceil(coalesce(whole_ms, job_ms, 0) / 1000.0);
    NEW.duration_seconds := ceil(coalesce(covered_ms, 0) / 1000.0);
    IF running AND TG_OP = 'UPDATE' AND OLD.state = 'in_progress' THEN
        NEW.duration_seconds := greatest(OLD.duration_seconds, NEW.duration_seconds);
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER library_item_derive BEFORE INSERT OR UPDATE OF job_id, transcript_id, covered_ms ON library_item
FOR EACH ROW EXECUTE FUNCTION library_item_derive();

-- Whatever removes library items, nobody may have the texts they led to any more: a durable function looks.
CREATE OR REPLACE FUNCTION library_item_record_left_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO left_text (media_id, requested_lang)
    SELECT DISTINCT media_id, unnest(array_append(also_requested, requested_lang)) FROM gone;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER library_item_record_left_texts AFTER DELETE ON library_item REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION library_item_record_left_texts();

-- Every process drops a public page from its memory when the page is deleted.
CREATE OR REPLACE FUNCTION publication_notify_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('verbatim_unpublished', OLD.slug);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER publication_notify_deleted AFTER DELETE ON publication FOR EACH ROW
EXECUTE FUNCTION publication_notify_deleted();

-- When the words of a transcript change, so do those of every library item that has the whole of it.
CREATE OR REPLACE FUNCTION transcript_copy_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO library_item_text (library_item_id, user_id, created_at, tokens)
    SELECT e.id, e.user_id, e.created_at, NEW.tokens || coalesce(e.title_tokens, ''::tsvector)
    FROM library_item e WHERE e.transcript_id = NEW.id AND e.covered_ms IS NULL
    ON CONFLICT (library_item_id) DO UPDATE SET tokens = excluded.tokens;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER transcript_copy_tokens AFTER UPDATE OF tokens ON transcript FOR EACH ROW
WHEN (NEW.tokens IS NOT NULL AND OLD.tokens IS DISTINCT FROM NEW.tokens)
EXECUTE FUNCTION transcript_copy_tokens();

-- The lengths of a library item follow its transcript. Setting transcript_id to itself runs library_item_derive.
CREATE OR REPLACE FUNCTION transcript_update_library_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE library_item SET transcript_id = transcript_id WHERE transcript_id = NEW.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER transcript_update_library_items AFTER UPDATE OF covered_ms, total_ms ON transcript FOR EACH ROW
WHEN (OLD.covered_ms IS DISTINCT FROM NEW.covered_ms OR OLD.total_ms IS DISTINCT FROM NEW.total_ms)
EXECUTE FUNCTION transcript_update_library_items();

-- The bytes that files and running uploads of a user take, one of them left out; null when there is no such user. A target
-- whose length was announced counts until it is deleted, since what has come of its file stays until then; any other while
-- it may be sent, which whoever receives it puts off for as long as bytes come. Of several at once each waits for the one
-- before it, and then sees what that has claimed: a statement of a volatile function sees what was committed before the
-- statement began, unlike one with the same lines in itself.
CREATE OR REPLACE FUNCTION used_upload_bytes(of_user uuid, except_upload uuid) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT FROM "users" WHERE id = of_user FOR NO KEY UPDATE;

  SELECT coalesce(sum(size_bytes), 0)::bigint FROM "upload"
  WHERE user_id = of_user AND id <> except_upload
    AND (state = 'stored' OR (state = 'signed' AND (sized OR expires_at > now())))
  HAVING EXISTS (SELECT FROM "users" WHERE id = of_user);
$$;
