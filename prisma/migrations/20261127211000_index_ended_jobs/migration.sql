CREATE INDEX CONCURRENTLY "job_finished_at_idx" ON "job"("finished_at");
