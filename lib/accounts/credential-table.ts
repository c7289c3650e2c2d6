import { singleton } from '@/lib/core/concurrency/singleton'
import { pool } from '@/lib/core/db/db'
import { inBatches } from '@/lib/core/db/in-batches'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { type Suspension, USER_COLUMNS } from '@/lib/core/suspension'
import type { UserTiers } from '@/lib/usage/tiers'

/** The user of a credential. `stale`: its last use was recorded more than a minute ago. */
type CredentialUser = UserTiers & Suspension & { id: string; stale: boolean }

/** The user of an API key, and whether the key still holds. `scope` null: everything. */
type KeyUser = CredentialUser & { keyId: string; scope: string | null; expiresAt: Date | null; deletedAt: Date | null }

/** The user of an access token, and what the token permits. `isOwn`: a command line of the user's, no registered client. */
type TokenUser = CredentialUser & { scope: string; resource: string | null; grantId: string; isOwn: boolean }

/** Each key is looked up by itself (`offset 0`), however small the table was when a connection planned this. `limit`: see `inBatches`. */
const FIND_BY_KEYS = {
  name: 'find_users_by_keys',
  text: `select position::int, ${USER_COLUMNS}, k.id as "keyId", k.scope, k.expires_at as "expiresAt",
                k.deleted_at as "deletedAt",
                (k.last_used_at is null or k.last_used_at < now() - interval '1 minute') as stale
         from (select * from unnest($1::bytea[]) with ordinality limit $2) as requested (hash, position)
         join lateral (select * from api_key where hash = requested.hash offset 0) k on true
         join users u on u.id = k.user_id`,
}

const FIND_BY_TOKEN = {
  name: 'find_user_by_access_token',
  text: `select ${USER_COLUMNS}, t.scope, t.resource, g.id as "grantId", g.client_id is null as "isOwn",
                (g.last_used_at is null or g.last_used_at < now() - interval '1 minute') as stale
         from oauth_access_token t join oauth_grant g on g.id = t.grant_id join users u on u.id = g.user_id
         where t.hash = $1 and t.expires_at > now()`,
}

async function findUsersByKeys(hashes: Buffer[]): Promise<(KeyUser | null)[]> {
  const values = [hashes, hashes.length]
  const { rows } = await pool().query<KeyUser & { position: number }>({ values, ...FIND_BY_KEYS })
  const byPosition = new Map(rows.map(({ position, ...user }) => [position, user]))
  return hashes.map((_, at) => byPosition.get(at + 1) ?? null)
}

/** The user whose API key has this hash, also of a key that has expired or was deleted. Calls are batched. */
export function findUserByKey(hash: Uint8Array): Promise<KeyUser | null> {
  return singleton('users-by-keys', () => inBatches(findUsersByKeys))(Buffer.from(hash))
}

/** The user whose access token has this hash, unless the token has expired. */
export async function findUserByToken(hash: Uint8Array): Promise<TokenUser | undefined> {
  const { rows } = await pool().query<TokenUser>({ values: [Buffer.from(hash)], ...FIND_BY_TOKEN })
  return rows[0]
}

/** Records that an API key is used now. */
export async function recordKeyUse(hash: Uint8Array): Promise<void> {
  await pool().query('update api_key set last_used_at = now() where hash = $1', [Buffer.from(hash)])
}

/** Records that a connection is used now. */
export async function recordGrantUse(grantId: string): Promise<void> {
  await pool().query('update oauth_grant set last_used_at = now() where id = $1', [grantId])
}

/** Locks a user's row, so that concurrent creations of keys are counted one after the other. */
export async function lockKeyOwner(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for update`
}
