-- A stream that is open for long ends once its credential is withdrawn: the notification names the user, and each process checks
-- the credentials of that user's open streams.
CREATE OR REPLACE FUNCTION credential_notify_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owner_id uuid;
BEGIN
    CASE TG_TABLE_NAME
        WHEN 'users' THEN owner_id := OLD.id;
        WHEN 'oauth_access_token' THEN SELECT user_id INTO owner_id FROM oauth_grant WHERE id = OLD.grant_id;
        ELSE owner_id := OLD.user_id;
    END CASE;
    -- A token that goes with its connection has no owner any more: the connection's own trigger notifies.
    IF owner_id IS NOT NULL THEN
        PERFORM pg_notify('verbatim_credential', owner_id::text);
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER api_key_notify_withdrawn AFTER UPDATE OF hash, deleted_at OR DELETE ON api_key FOR EACH ROW
EXECUTE FUNCTION credential_notify_withdrawn();

CREATE OR REPLACE TRIGGER session_notify_withdrawn AFTER DELETE ON session FOR EACH ROW
EXECUTE FUNCTION credential_notify_withdrawn();

CREATE OR REPLACE TRIGGER oauth_grant_notify_withdrawn AFTER DELETE ON oauth_grant FOR EACH ROW
EXECUTE FUNCTION credential_notify_withdrawn();

CREATE OR REPLACE TRIGGER oauth_access_token_notify_withdrawn AFTER DELETE ON oauth_access_token FOR EACH ROW
EXECUTE FUNCTION credential_notify_withdrawn();

CREATE OR REPLACE TRIGGER users_notify_suspended AFTER UPDATE OF suspended_at ON users FOR EACH ROW
WHEN (OLD.suspended_at IS DISTINCT FROM NEW.suspended_at)
EXECUTE FUNCTION credential_notify_withdrawn();
