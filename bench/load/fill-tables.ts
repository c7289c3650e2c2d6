import type pg from 'pg'

/** Each row is half a minute older than the one before: a million are a year. */
const SECONDS_APART = 30
/** The number of running jobs, at every size. */
export const RUNNING = 50
/** One in ten rows is the measured user's, until there are a thousand. */
export const OWN_EVERY = 10
export const OWN_ROWS = 1000

const HOUR = 3600
const WEEK = 7 * 24 * HOUR

/** The id of a row of any table, derived from its number. */
export const idOf = (i: number) => `00000000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`
const ID = idSql('i')
const AT = `now() - i * interval '${SECONDS_APART} seconds'`

function idSql(number: string): string {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
}

/** The rows from one number to another, of a user measured and of others with a thousand each. */
export type Stretch = { from: number; to: number; userId: string }

function statements({ from, to, userId }: Stretch): string[] {
  const series = `generate_series(${from}::bigint, ${to}) as i`
  const others = Math.ceil((to - from + 1) / OWN_ROWS)
  const owner = `case when i % ${OWN_EVERY} = 0 and i <= ${OWN_EVERY * OWN_ROWS} then '${userId}'::uuid
                 else ${idSql(`${from} + i % ${others}`)} end`
  const runs = `i <= ${RUNNING}`
  return [
    `insert into users (id, email) select ${ID}, 'user' || i || '@verbatim.test'
     from generate_series(${from}::bigint, ${from + others - 1}) as i`,
    `insert into api_key (id, user_id, hash, prefix)
     select id, id, decode(md5(id::text), 'hex'), 'vk' from users where id >= ${idSql(`${from}`)} and id <= ${idSql(`${to}`)}`,
    `insert into media (id, platform, video_id, url, title, created_at)
     select ${ID}, 'youtube', 'video' || i, 'https://media.example/' || i, 'Recording ' || i, ${AT} from ${series}`,
    `insert into transcript (id, media_id, requested_lang, lang, source, available_langs, segments, covered_ms, total_ms,
                             complete, warnings, created_at, changed_at, tokens)
     select ${ID}, ${ID}, 'en', 'en', 'captions', '{en}', '[[0,4000,"Hello there."]]', 600000, 600000, true, '[]', ${AT}, ${AT},
            array_to_tsvector(array['hello', 'there', 'w' || i]) from ${series} where not (${runs})`,
    `insert into job (id, media_id, requested_lang, running_key, status, progress, duration_ms, transcript_id,
                      created_at, started_at, finished_at)
     select ${ID}, ${ID}, 'en', case when ${runs} then 'key' || i end,
            case when ${runs} then 'in_progress' else 'done' end::job_status, case when ${runs} then 0.2 else 1 end, 600000,
            case when not (${runs}) then ${ID} end, ${AT}, ${AT}, case when not (${runs}) then ${AT} end from ${series}`,
    `insert into library_item (id, user_id, media_id, requested_lang, job_id, transcript_id, created_at, platform, video_id,
                               folded_id, state, duration_seconds, total_seconds)
     select ${ID}, ${owner}, ${ID}, 'en', ${ID}, case when not (${runs}) then ${ID} end, ${AT}, 'youtube', 'video' || i,
            'video' || i, case when ${runs} then 'in_progress' else 'done' end::library_item_state, 600, 600 from ${series}`,
    `insert into library_item_tally (user_id, platform, state, items)
     select user_id, platform, state, count(*) from library_item
     where id between ${idSql(`${from}`)} and ${idSql(`${to}`)} group by 1, 2, 3
     on conflict (user_id, platform, state) do update set items = library_item_tally.items + excluded.items`,
    `insert into job_caller (job_id, user_id, library_item_id, created_at) select ${ID}, ${owner}, ${ID}, ${AT} from ${series}`,
    `insert into usage_charge (user_id, media_id, lang, seconds, period_start, created_at)
     select ${owner}, ${ID}, 'en', 600, date_trunc('month', ${AT}), ${AT} from ${series}`,
    `insert into usage_period (user_id, period_start, used_seconds)
     select distinct ${owner}, date_trunc('month', now()), 600 from ${series} on conflict do nothing`,
    // Those of a week, as purges leave them.
    `insert into chunk (job_id, index, start_ms, end_ms, silent, segments, finished_at)
     select ${ID}, index, index * 60000, (index + 1) * 60000, false,
            case when not (${runs}) or index < 2 then '[[0,4000,"Hello."]]'::json end,
            case when not (${runs}) or index < 2 then ${AT} end
     from ${series}, generate_series(0, 9) as index where i * ${SECONDS_APART} < ${WEEK}`,
    // Runs and events are kept for a week: the more there are, the more is done in it.
    `insert into durable_run (id, function_id, event, status, idempotency_key, created_at, ended_at)
     select 'run' || i, 'verbatim-transcribe-recording', '{"name": "job/requested"}',
            case when ${runs} then 'running' else 'completed' end::durable_run_status, 'event:' || ${ID}, now(),
            case when not (${runs}) then now() - (i % ${WEEK - HOUR}) * interval '1 second' end from ${series}`,
    `insert into durable_step (run_id, id, result)
     select 'run' || i, 'step' || n, '{"data": null}' from ${series}, generate_series(1, 3) as n`,
    `insert into durable_item (run_id) select 'run' || i from ${series} where ${runs}`,
    `insert into event (id, name, body, created_at, processed_at)
     select ${ID}::text, 'job/requested', '{"data": {}}', now() - (i % ${WEEK - HOUR}) * interval '1 second',
            now() - (i % ${WEEK - HOUR}) * interval '1 second' from ${series}`,
    `insert into work (kind, id, run, expected_by)
     select 'job', ${ID}::text, ${ID}, now() + interval '1 hour' from ${series} where ${runs}`,
    `insert into rate_limit (key, tat) select 'other:' || i, now() + interval '1 hour' from ${series} where i % 10 = 0`,
    `insert into idempotency_key (user_id, key, request_hash, status, body, size_bytes, created_at)
     select ${owner}, 'key' || i, '\\x00', 200, '\\x00', 1, now() - (i % 80000) * interval '1 second' from ${series} where i % 10 = 0`,
  ]
}

/**
 * Adds a stretch of recordings, each with its transcript, job, library item, charge and run, in statements over sets, past the
 * triggers, with what they would have written.
 */
export async function fillTables(client: pg.Client, stretch: Stretch): Promise<void> {
  await client.query(`set session_replication_role = replica; set work_mem = '128MB'; set synchronous_commit = off`)
  for (const statement of statements(stretch)) await client.query(statement)
  await client.query('vacuum analyze')
}
