CREATE INDEX CONCURRENTLY "chunk_finished_at_idx" ON "chunk"("finished_at");
