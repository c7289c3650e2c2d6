-- States are types of the database, declared in prisma/schema. Every value that any release has stored is one of them.

CREATE TYPE "billing_provider" AS ENUM ('stripe', 'sandbox');

CREATE TYPE "payment_state" AS ENUM ('ok', 'past_due', 'action_required', 'unpaid');

CREATE TYPE "durable_run_status" AS ENUM ('running', 'completed', 'failed', 'cancelled');

CREATE TYPE "durable_item_kind" AS ENUM ('call', 'sleep', 'wait', 'invoke');

CREATE TYPE "durable_wait_kind" AS ENUM ('step', 'cancel');

CREATE TYPE "import_status" AS ENUM ('queued', 'in_progress', 'done', 'error', 'cancelled');

CREATE TYPE "import_item_state" AS ENUM ('queued', 'in_progress', 'done', 'failed', 'skipped');

CREATE TYPE "skip_reason" AS ENUM ('already_transcribed', 'allowance_exceeded', 'cancelled');

CREATE TYPE "job_status" AS ENUM ('queued', 'in_progress', 'done', 'error');

CREATE TYPE "job_stage" AS ENUM ('resolving', 'downloading', 'transcribing', 'finishing');

CREATE TYPE "connection_kind" AS ENUM ('app', 'device');

CREATE TYPE "device_code_state" AS ENUM ('pending', 'approved', 'denied', 'redeemed');

CREATE TYPE "download_status" AS ENUM ('queued', 'in_progress', 'paused', 'error');

CREATE TYPE "platform" AS ENUM ('youtube', 'x', 'tiktok', 'facebook', 'instagram', 'rednote', 'upload', 'podcast', 'bilibili', 'vimeo');

CREATE TYPE "media_kind" AS ENUM ('audio', 'video', 'none');

CREATE TYPE "transcript_source" AS ENUM ('captions', 'auto_captions', 'speech_to_text');

CREATE TYPE "library_item_state" AS ENUM ('done', 'in_progress', 'error');

CREATE TYPE "upload_state" AS ENUM ('signed', 'stored', 'removed');

CREATE TYPE "delivery_status" AS ENUM ('pending', 'delivered', 'failed');

-- A column that a trigger names can not change its type.
DROP TRIGGER job_update_library_items ON job;
DROP TRIGGER library_item_count_updated ON library_item;

ALTER TABLE "billing_account"
  ALTER COLUMN "provider" TYPE "billing_provider" USING "provider"::"billing_provider",
  ALTER COLUMN "payment_state" TYPE "payment_state" USING "payment_state"::"payment_state";

ALTER TABLE "durable_run"
  ALTER COLUMN "status" DROP DEFAULT,
  ALTER COLUMN "status" TYPE "durable_run_status" USING "status"::"durable_run_status",
  ALTER COLUMN "status" SET DEFAULT 'running';

ALTER TABLE "durable_item"
  ALTER COLUMN "kind" DROP DEFAULT,
  ALTER COLUMN "kind" TYPE "durable_item_kind" USING "kind"::"durable_item_kind",
  ALTER COLUMN "kind" SET DEFAULT 'call';

ALTER TABLE "durable_wait"
  ALTER COLUMN "kind" TYPE "durable_wait_kind" USING "kind"::"durable_wait_kind";

ALTER TABLE "library_item_tally"
  ALTER COLUMN "platform" TYPE "platform" USING "platform"::"platform",
  ALTER COLUMN "state" TYPE "library_item_state" USING "state"::"library_item_state";

ALTER TABLE "library_item_tally_change"
  ALTER COLUMN "platform" TYPE "platform" USING "platform"::"platform",
  ALTER COLUMN "state" TYPE "library_item_state" USING "state"::"library_item_state";

ALTER TABLE "import_batch"
  ALTER COLUMN "status" DROP DEFAULT,
  ALTER COLUMN "status" TYPE "import_status" USING "status"::"import_status",
  ALTER COLUMN "status" SET DEFAULT 'queued';

ALTER TABLE "import_item"
  ALTER COLUMN "state" DROP DEFAULT,
  ALTER COLUMN "state" TYPE "import_item_state" USING "state"::"import_item_state",
  ALTER COLUMN "state" SET DEFAULT 'queued',
  ALTER COLUMN "reason" TYPE "skip_reason" USING "reason"::"skip_reason";

ALTER TABLE "job"
  ALTER COLUMN "status" DROP DEFAULT,
  ALTER COLUMN "status" TYPE "job_status" USING "status"::"job_status",
  ALTER COLUMN "status" SET DEFAULT 'queued',
  ALTER COLUMN "stage" TYPE "job_stage" USING "stage"::"job_stage";

ALTER TABLE "oauth_grant"
  ALTER COLUMN "kind" TYPE "connection_kind" USING "kind"::"connection_kind";

ALTER TABLE "device_code"
  ALTER COLUMN "state" DROP DEFAULT,
  ALTER COLUMN "state" TYPE "device_code_state" USING "state"::"device_code_state",
  ALTER COLUMN "state" SET DEFAULT 'pending';

ALTER TABLE "model_download"
  ALTER COLUMN "status" DROP DEFAULT,
  ALTER COLUMN "status" TYPE "download_status" USING "status"::"download_status",
  ALTER COLUMN "status" SET DEFAULT 'queued';

ALTER TABLE "media"
  ALTER COLUMN "platform" TYPE "platform" USING "platform"::"platform",
  ALTER COLUMN "kind" DROP DEFAULT,
  ALTER COLUMN "kind" TYPE "media_kind" USING "kind"::"media_kind",
  ALTER COLUMN "kind" SET DEFAULT 'audio';

ALTER TABLE "transcript"
  ALTER COLUMN "source" TYPE "transcript_source" USING "source"::"transcript_source";

ALTER TABLE "library_item"
  ALTER COLUMN "platform" DROP DEFAULT,
  ALTER COLUMN "platform" TYPE "platform" USING "platform"::"platform",
  ALTER COLUMN "platform" SET DEFAULT 'upload',
  ALTER COLUMN "state" DROP DEFAULT,
  ALTER COLUMN "state" TYPE "library_item_state" USING "state"::"library_item_state",
  ALTER COLUMN "state" SET DEFAULT 'in_progress';

ALTER TABLE "upload"
  ALTER COLUMN "state" DROP DEFAULT,
  ALTER COLUMN "state" TYPE "upload_state" USING "state"::"upload_state",
  ALTER COLUMN "state" SET DEFAULT 'signed';

ALTER TABLE "webhook_delivery"
  ALTER COLUMN "status" DROP DEFAULT,
  ALTER COLUMN "status" TYPE "delivery_status" USING "status"::"delivery_status",
  ALTER COLUMN "status" SET DEFAULT 'pending';

CREATE OR REPLACE TRIGGER job_update_library_items AFTER UPDATE OF status, duration_ms ON job FOR EACH ROW
WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.duration_ms IS DISTINCT FROM NEW.duration_ms)
EXECUTE FUNCTION job_update_library_items();

CREATE OR REPLACE TRIGGER library_item_count_updated AFTER UPDATE ON library_item FOR EACH ROW
WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.platform IS DISTINCT FROM NEW.platform)
EXECUTE FUNCTION library_item_count();
