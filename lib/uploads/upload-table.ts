import { lockUntilCommit } from '@/lib/core/db/advisory-lock'
import { type Db, db, pool } from '@/lib/core/db/db'
import { UNKNOWN_TYPE } from './targets/stored-type'

/** A target for one file, as it is signed. `bytes`: the announced length, or null. */
export type NewTarget = {
  id: string
  filename: string
  bytes: number | null
  expiresAt: Date
  resumableUntil: Date | null
}

/** Room for a file of a user. `bytes`: its length; null: as much as there is room for. */
export type RoomRequest = {
  userId: string
  uploadId: string
  bytes: number | null
  maxBytes: number
  quotaBytes: number
  /** How many other targets of the user may wait for their files; null: any number. */
  maxOpen: number | null
}

/**
 * The bytes of the user's other files (null: there is no such user), how many targets wait for their files, and the bytes for this
 * one (null: no room, or too many targets).
 */
export type ClaimedRoom = { used: number | null; open: number; room: number | null }

const INSERT_TARGET = `
  insert into upload (id, user_id, filename, content_type, size_bytes, sized, expires_at, resumable_until)
  select $2::uuid, $1::uuid, $7, $8, $3::bigint, $3::bigint is not null, $9::timestamptz, $10::timestamptz from claimed`

const UPDATE_TARGET = `
  update upload set size_bytes = claimed.room from claimed where id = $2::uuid and state = 'signed'`

/** Prepared, since planning it takes longer than running it. Sums of bytes are exact as numbers. */
const claimRoom = (name: string, write: string) => ({
  name,
  text: `
    with taken as materialized (
      select used_upload_bytes($1::uuid, $2::uuid) as used, set_config('synchronous_commit', 'off', true),
        (select count(*)::int from upload where user_id = $1::uuid and state = 'signed' and id <> $2::uuid) as open
    ),
    claimed as materialized (
      select coalesce($3::bigint, least($4::bigint, $5::bigint - used)) as room from taken
      where $5::bigint - used >= coalesce($3::bigint, 1) and ($6::int is null or open < $6::int)
    ),
    written as (${write})
    select used::float8 as used, open, room::float8 as room from taken left join claimed on true`,
})
const CLAIM_WITH_TARGET = claimRoom('claim_room_with_target', INSERT_TARGET)
const CLAIM_FOR_TARGET = claimRoom('claim_room_for_target', UPDATE_TARGET)

/**
 * Finds room within a user's quota and records it in the same statement, with a new target or in the row of an existing
 * one: concurrent claims never get the same room.
 *
 * The commit does not wait for the disk: a crash of the database may lose the claims of its last moment, for which no
 * file is stored. Storing a file does wait, and then everything before it is on the disk too.
 */
export async function insertClaim(
  { userId, uploadId, bytes, maxBytes, quotaBytes, maxOpen }: RoomRequest,
  target: NewTarget | null,
): Promise<ClaimedRoom | undefined> {
  const values: unknown[] = [userId, uploadId, bytes, maxBytes, quotaBytes, maxOpen]
  if (!target) return (await pool().query<ClaimedRoom>({ values, ...CLAIM_FOR_TARGET })).rows[0]
  values.push(target.filename, UNKNOWN_TYPE, target.expiresAt, target.resumableUntil)
  return (await pool().query<ClaimedRoom>({ values, ...CLAIM_WITH_TARGET })).rows[0]
}

/** The bytes that files and running uploads of a user take, without waiting for what is being claimed. */
export async function usedBytes(userId: string): Promise<number> {
  const [row] = await db().$queryRaw<{ used: bigint }[]>`
    select coalesce(sum(size_bytes), 0)::bigint as used from upload
    where user_id = ${userId}::uuid and (state = 'stored' or (state = 'signed' and (sized or expires_at > now())))`
  return Number(row?.used ?? 0)
}

/** Keeps the target of an upload, and with it the room for its file, for at least three more minutes. */
export async function extendTarget(uploadId: string): Promise<void> {
  await pool().query(
    `update upload set expires_at = greatest(expires_at, now() + interval '3 minutes') where id = $1 and state = 'signed'`,
    [uploadId],
  )
}

/**
 * Marks up to `limit` files as removed that were stored before a time and that no job has used since, except those that wait
 * for their turn in a batch. Returns them.
 */
export async function removeOldUploads(
  before: Date,
  limit: number,
): Promise<{ id: string; multipartId: string | null }[]> {
  return db().$queryRaw`
    update upload set state = 'removed', size_bytes = null, multipart_id = null
    where state = 'stored' and stored_at < ${before} and id in (
      select u.id from upload u where u.state = 'stored' and u.stored_at < ${before}
        and not exists (
          select from job j join media m on m.id = j.media_id
          where m.platform = 'upload' and m.video_id = u.id::text
            and (j.finished_at is null or j.finished_at >= ${before}))
        and not exists (
          select from import_item i where i.upload_id = u.id and i.state in ('queued', 'in_progress'))
      limit ${limit})
    returning id, multipart_id as "multipartId"`
}

/** Locks a digest of a user's uploads until the transaction ends, so that one upload at a time is stored under it. */
export async function lockDigest(tx: Db, userId: string, digest: string): Promise<void> {
  await lockUntilCommit(tx, `upload digest ${userId} ${digest}`)
}
