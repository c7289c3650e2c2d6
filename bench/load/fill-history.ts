import type pg from 'pg'

type Size = { libraryItems: number; users: number }

/** Half of all are of one platform, few of the last. */
const PLATFORM = `(array['youtube','x','tiktok','facebook','instagram','upload','podcast','vimeo','bilibili','rednote'])
                  [1 + floor(power((i::bigint * 7919 % 100003) / 100003.0, 2) * 10)::int]`
/** As YouTube's ids are, eleven characters derived from a number; those of X and TikTok are the time in nineteen digits. */
const VIDEO_ID = `case when ${PLATFORM} in ('x', 'tiktok')
                  then (7200000000000000000 + i::bigint * 300000000000 + i::bigint * 7919 % 100003)::text
                  else substr(translate(encode(decode(md5(i::text), 'hex'), 'base64'), '+/', '-_'), 1, 11) end`
/** Words as texts have them: a few in most, most in few. */
const TOKENS = `array_to_tsvector(array(select distinct 'w' || floor(power(random(), 4) * 50000)::int
                                        from generate_series(1, 60) where i = i))`
const STATE = `case when i % 50 = 0 then 'error' when i % 97 = 0 then 'in_progress' else 'done' end::library_item_state`

/** Recordings and texts, as many as one user has library items: all users have the same, as popular ones are shared. */
function recordings(libraryItems: number): string[] {
  return [
    `insert into media (id, platform, video_id, url, title)
     select uuidv7(), ${PLATFORM}, ${VIDEO_ID}, 'https://media.example/' || i, 'Recording ' || i
     from generate_series(1, ${libraryItems}) as i on conflict do nothing`,
    `insert into transcript (id, media_id, requested_lang, lang, source, available_langs, segments, covered_ms, total_ms,
                             complete, warnings, tokens)
     select uuidv7(), m.id, 'en', 'en', 'captions', '{en}', '[[0,4000,"Hello w1 w500 w9000 there."]]', 600000, 600000, true,
            '[]', ${TOKENS.replaceAll('i = i', 'm.i = m.i')}
     from (select id, row_number() over () as i from media) as m`,
  ]
}

function entriesOf(userId: string): string[] {
  return [
    `insert into library_item (id, user_id, media_id, requested_lang, transcript_id, created_at, platform, video_id, folded_id,
                        state, duration_seconds, total_seconds)
     select uuidv7(), '${userId}', m.id, 'en', t.id, now() - t.i * interval '90 seconds', m.platform, m.video_id,
            lower(m.video_id), ${STATE.replaceAll('i %', 't.i %')}, (t.i * 31 % 36000)::int, (t.i * 37 % 36000)::int
     from (select id, media_id, row_number() over () as i from transcript) as t join media m on m.id = t.media_id`,
    `insert into library_item_tally (user_id, platform, state, items)
     select user_id, platform, state, count(*) from library_item where user_id = '${userId}' group by 1, 2, 3`,
  ]
}

function textsOf(userId: string): string {
  return `insert into library_item_text (library_item_id, user_id, created_at, tokens)
          select e.id, e.user_id, e.created_at, t.tokens
          from library_item e join transcript t on t.id = e.transcript_id where e.user_id = '${userId}'`
}

/** Runs `fill` without the indexes of the tables that it fills, and builds them afterwards, which is much quicker. */
async function withoutIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('library_item', 'library_item_text') and indexdef not like 'CREATE UNIQUE%'`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await fill()
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (const { definition } of rows) await client.query(definition)
}

/**
 * Gives the local account so many library items, and nine others as many each. Texts to be searched have the local account and one
 * other. Written past the triggers, with what they would have written.
 */
export async function fillHistory(client: pg.Client, { libraryItems, users }: Size): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from users where is_local')
  const own = rows[0]?.id
  if (!own) throw new Error('there is no local account')
  const others = await client.query<{ id: string }>(
    `insert into users (id, email) select uuidv7(), 'bench' || i || '@verbatim.test' from generate_series(2, $1::int) as i
     returning id`,
    [users],
  )
  const ids = [own, ...others.rows.map(({ id }) => id)]
  await client.query('set session_replication_role = replica')
  await client.query(`set work_mem = '256MB'`)
  const texts = ids.slice(0, 2).map(textsOf)
  await withoutIndexes(client, async () => {
    for (const statement of [...recordings(libraryItems), ...ids.flatMap(entriesOf), ...texts])
      await client.query(statement)
  })
  await client.query('vacuum analyze')
}
