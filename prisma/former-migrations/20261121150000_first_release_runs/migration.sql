-- The first release noted of a prepared job how many pieces it has, and nothing of each piece. What is remembered of such
-- a run is forgotten, so that it begins anew; the pieces that were finished are rows of their own, and stay.
CREATE TEMPORARY TABLE "first_release_run" ON COMMIT DROP AS
SELECT step."run_id" AS "id"
FROM "durable_step" step
JOIN "durable_run" run ON run."id" = step."run_id"
WHERE run."function_id" = 'verbatim-transcribe-recording'
  AND run."status" = 'running'
  -- SHA-1 of `prepare`
  AND step."id" = '4197eb0cd81150e5a79910017429267fa67f4ad0'
  AND json_typeof(step."result" -> 'data') = 'number';

DELETE FROM "durable_step" WHERE "run_id" IN (SELECT "id" FROM "first_release_run");
DELETE FROM "durable_item" WHERE "run_id" IN (SELECT "id" FROM "first_release_run");
INSERT INTO "durable_item" ("run_id") SELECT "id" FROM "first_release_run";
