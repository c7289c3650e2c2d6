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
    "entry_id" UUID,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_item_pkey" PRIMARY KEY ("batch_id","position")
);

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
CREATE INDEX "import_item_entry_id_idx" ON "import_item"("entry_id");

-- AddForeignKey
ALTER TABLE "import_batch" ADD CONSTRAINT "import_batch_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_item" ADD CONSTRAINT "import_item_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "import_batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_item" ADD CONSTRAINT "import_item_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_item" ADD CONSTRAINT "import_item_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "entry"("id") ON DELETE SET NULL ON UPDATE CASCADE;
