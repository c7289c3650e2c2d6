import { pool } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'

const MAX_MISSES = 5
const WINDOW_SECONDS = 10 * 60

const COUNT = `
  insert into device_miss as m (user_id, misses, since) values ($1, 1, now())
  on conflict (user_id) do update set
    misses = case when m.since < now() - make_interval(secs => $2) then 1 else m.misses + 1 end,
    since = case when m.since < now() - make_interval(secs => $2) then now() else m.since end
  returning misses, ceil(extract(epoch from since - now()) + $2)::int as "secondsLeft"`

const TAKE_BACK = 'update device_miss set misses = greatest(misses - 1, 0) where user_id = $1'

/**
 * Looks for what a user code leads to, and counts it against the user where there is nothing: five misses in ten minutes,
 * then nothing is looked for any more (RFC 8628 §5.1). It is counted before it is looked for, so that many guesses at once
 * are no more than five. Throws `rate_limited`.
 */
export async function limitGuesses<T>(userId: string, look: () => Promise<T | null>): Promise<T | null> {
  const { rows } = await pool().query<{ misses: number; secondsLeft: number }>(COUNT, [userId, WINDOW_SECONDS])
  const guess = rows[0]
  if (guess && guess.misses > MAX_MISSES) {
    throw new Problem('rate_limited', {
      detail: 'Too many codes that do not exist. Wait a few minutes, then type the one that the device shows.',
      retryAfterSeconds: guess.secondsLeft,
    })
  }
  const found = await look()
  if (found !== null) await pool().query(TAKE_BACK, [userId])
  return found
}
