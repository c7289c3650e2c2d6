import pg from 'pg'
import { pool } from '@/lib/platform/db'
import type { PersonalTable } from './personal-tables'

const BATCH = 500

async function readBatch({ name, columns }: PersonalTable, userId: string, offset: number): Promise<string[]> {
  const fields = columns.map((column) => `t.${pg.escapeIdentifier(column)}`).join(', ')
  const { rows } = await pool().query<{ line: string }>(
    `select row_to_json(line)::text as line from (select ${fields} from ${pg.escapeIdentifier(name)} t
     where t.user_id = $1 order by t.ctid offset $2 limit $3) line`,
    [userId, offset, BATCH],
  )
  return rows.map(({ line }) => line)
}

/** A user's rows of a table as one JSON array, so many at a time. No connection is held while somebody reads slowly. */
export async function* tableRows(table: PersonalTable, userId: string): AsyncGenerator<string> {
  yield '['
  for (let offset = 0; ; offset += BATCH) {
    const lines = await readBatch(table, userId, offset)
    if (lines.length > 0) yield `${offset > 0 ? ',' : ''}\n${lines.join(',\n')}`
    if (lines.length < BATCH) break
  }
  yield '\n]\n'
}
