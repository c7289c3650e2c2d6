-- The columns by which library items are filtered and sorted follow from media, job and transcript.
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
