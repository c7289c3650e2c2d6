-- Every process drops a public page from its memory when the page is deleted.
CREATE OR REPLACE FUNCTION publication_notify_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('verbatim_unpublished', OLD.slug);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER publication_notify_deleted AFTER DELETE ON publication FOR EACH ROW
EXECUTE FUNCTION publication_notify_deleted();
