-- AlterTable
ALTER TABLE "transcript" ADD COLUMN     "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "publication" (
    "slug" TEXT NOT NULL,
    "entry_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "publication_pkey" PRIMARY KEY ("slug")
);

-- CreateIndex
CREATE UNIQUE INDEX "publication_entry_id_key" ON "publication"("entry_id");

-- CreateIndex
CREATE INDEX "publication_user_id_created_at_slug_idx" ON "publication"("user_id", "created_at", "slug");

-- AddForeignKey
ALTER TABLE "publication" ADD CONSTRAINT "publication_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "publication" ADD CONSTRAINT "publication_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Every process forgets at once what it keeps of a page that is public no more, however that came about.
CREATE FUNCTION publication_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('verbatim_unpublished', OLD.slug);
    RETURN NULL;
END $$;

CREATE TRIGGER publication_tell AFTER DELETE ON "publication" FOR EACH ROW EXECUTE FUNCTION publication_tell();
