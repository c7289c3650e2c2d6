import pg from 'pg'
import { pool } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { JOB_WORK } from '@/lib/jobs/events'

/** A table with rows of users, and its columns that the users may see. */
export type PersonalTable = { name: string; columns: string[] }

/** Bytes are hashes and sealed secrets. Links in text may have sealed ones, which are left out of them; a later one is left out by its name. */
const OMITTED_TYPES = ['bytea', 'tsvector']
const SECRET_NAME = /hash|secret|token|password/

const LIST = `select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns,
    array_agg(c.data_type::text order by c.ordinal_position) as types
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
  group by c.table_name having bool_or(c.column_name = 'user_id') order by c.table_name`

/**
 * Every table with a column `user_id`, as the database lists them: a new table is part of the export automatically.
 * Columns with hashes, secrets and search words are left out.
 */
export async function personalTables(): Promise<PersonalTable[]> {
  const { rows } = await pool().query<{ name: string; columns: string[]; types: string[] }>(LIST)
  return rows.map(({ name, columns, types }) => ({
    name,
    columns: columns.filter((column, index) => {
      return column !== 'user_id' && !SECRET_NAME.test(column) && !OMITTED_TYPES.includes(types[index] ?? '')
    }),
  }))
}

type RowPart = { text: string; begins: boolean }

/** A row may have the texts of a transcript before and after: one string of it would block the event loop. */
const PART_CHARACTERS = 256 * 1024

/** Sealed credentials in links, which `isSealed` recognises. */
const SEALED = '//sealed:[A-Za-z0-9_-]+@'

/** Some rows of a user in a table as JSON, in parts. */
export async function listPersonalRows(
  { name, columns }: PersonalTable,
  userId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<RowPart[]> {
  const fields = columns.map((column) => `t.${pg.escapeIdentifier(column)}`).join(', ')
  const { rows } = await pool().query<RowPart>(
    `with line as materialized (
       select row_number() over () as place, regexp_replace(row_to_json(found)::text, '${SEALED}', '//', 'g') as text
       from (select ${fields} from ${pg.escapeIdentifier(name)} t
             where t.user_id = $1 order by t.ctid offset $2 limit $3) found
     )
     select substr(line.text, n, $4) as text, n = 1 as begins
     from line, generate_series(1, length(line.text), $4) n order by line.place, n`,
    [userId, offset, limit, PART_CHARACTERS],
  )
  return rows
}

/** Records the media that a user has paid for as left, so that they are purged unless another user has them. */
export async function leavePaidMedia(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$executeRaw`
    insert into left_text (media_id, requested_lang) select media_id, lang from usage_charge where user_id = ${userId}::uuid`
}

/** The runs of a user's jobs that others wait for, each with the one who has waited longest. */
const HEIRS = `
  select w.run::text as run, heir.user_id::text as heir
  from work w cross join lateral (
    select c.user_id from job_caller c where c.job_id = w.id::uuid and c.left_at is null order by c.created_at, c.user_id limit 1
  ) heir
  where w.kind = 'job' and w.id = any($2)`

/**
 * Has the runs of jobs that others wait for name one of these in place of a user. The event comes first: the executor locks it while
 * it starts its run.
 */
export async function handOverRuns(
  tx: Prisma.TransactionClient,
  userId: string,
  jobIds: readonly string[],
): Promise<void> {
  await tx.$executeRawUnsafe(
    `update event e set body = replace(e.body::text, $1, h.heir)::json from (${HEIRS}) h where e.id = h.run`,
    userId,
    jobIds,
  )
  await tx.$executeRawUnsafe(
    `update durable_run r set event = replace(r.event::text, $1, h.heir)::json,
       concurrency_keys = replace(r.concurrency_keys::text, $1, h.heir)::text[]
     from (${HEIRS}) h where r.function_id = $3 and r.idempotency_key = 'event:' || h.run`,
    userId,
    jobIds,
    `verbatim-${JOB_WORK.functionId}`,
  )
}

/** Deletes rate limits, durable runs, events and remembered episodes that name a user. */
export async function deleteMentions(tx: Prisma.TransactionClient, userId: string, email: string): Promise<void> {
  await tx.$executeRaw`delete from rate_limit where position(${userId} in key) > 0 or position(${email} in key) > 0`
  await tx.$executeRaw`delete from durable_run where position(${userId} in event::text) > 0`
  await tx.$executeRaw`delete from source_memory where starts_with(key, ${`episode:${userId}:`})`
  await tx.$executeRaw`delete from event where position(${userId} in body::text) > 0`
}
