-- The bytes that files and running uploads of a user take, one of them left out; null when there is no such user. Of
-- several at once each waits for the one before it, and then sees what that has claimed: a statement of a volatile
-- function sees what was committed before the statement began, unlike one with the same lines in itself.
CREATE FUNCTION used_upload_bytes(of_user uuid, except_upload uuid) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT FROM "users" WHERE id = of_user FOR NO KEY UPDATE;

  SELECT coalesce(sum(size_bytes), 0)::bigint FROM "upload"
  WHERE user_id = of_user AND id <> except_upload
    AND (state = 'stored' OR (state = 'signed' AND (expires_at > now() OR resumable_until > now())))
  HAVING EXISTS (SELECT FROM "users" WHERE id = of_user);
$$;
