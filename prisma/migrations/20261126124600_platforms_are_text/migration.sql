-- The code has the list of platforms, so that a new one changes no table.

-- A column that a trigger names can not change its type.
DROP TRIGGER library_item_count_updated ON library_item;

ALTER TABLE "library_item_tally" ALTER COLUMN "platform" TYPE text USING "platform"::text;

ALTER TABLE "library_item_tally_change" ALTER COLUMN "platform" TYPE text USING "platform"::text;

ALTER TABLE "import_batch" ALTER COLUMN "platform" TYPE text USING "platform"::text;

ALTER TABLE "platform_request_count" ALTER COLUMN "platform" TYPE text USING "platform"::text;

ALTER TABLE "media" ALTER COLUMN "platform" TYPE text USING "platform"::text;

ALTER TABLE "library_item"
  ALTER COLUMN "platform" DROP DEFAULT,
  ALTER COLUMN "platform" TYPE text USING "platform"::text,
  ALTER COLUMN "platform" SET DEFAULT 'upload';

ALTER TABLE "watch" ALTER COLUMN "platform" TYPE text USING "platform"::text;

CREATE OR REPLACE TRIGGER library_item_count_updated AFTER UPDATE ON library_item FOR EACH ROW
WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.platform IS DISTINCT FROM NEW.platform)
EXECUTE FUNCTION library_item_count();

DROP TYPE "platform";
