-- Texts of releases that did not search yet have no words noted. They are few, and soon none: this finds them at no cost.
CREATE INDEX "transcript_without_words" ON "transcript" ("id") WHERE "tokens" IS NULL;
