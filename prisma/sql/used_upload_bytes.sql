-- The bytes that files and running uploads of a user take, one of them left out; null when there is no such user. A target whose
-- length was announced counts until it is deleted, since a part of its file stays until then; any other while it may be sent,
-- which the receiving process extends as long as bytes arrive. Concurrent calls wait for the one before, and then see its claim:
-- a statement of a volatile function sees what was committed before the statement began, unlike one with the same lines in
-- itself.
CREATE OR REPLACE FUNCTION used_upload_bytes(of_user uuid, except_upload uuid) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT FROM "users" WHERE id = of_user FOR NO KEY UPDATE;

  SELECT coalesce(sum(size_bytes), 0)::bigint FROM "upload"
  WHERE user_id = of_user AND id <> except_upload
    AND (state = 'stored' OR (state = 'signed' AND (sized OR expires_at > now())))
  HAVING EXISTS (SELECT FROM "users" WHERE id = of_user);
$$;
