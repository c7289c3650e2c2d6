import { pool } from '@/lib/platform/db'

/** A table with rows of users, and what of it is told to whom they belong. */
export type PersonalTable = { name: string; columns: string[] }

/** Bytes are hashes and sealed secrets here; no secret is kept as text, but one that is to come is not given out either. */
const OMITTED_TYPES = ['bytea', 'tsvector']
const SECRET_NAME = /hash|secret|token|password/

const LIST = `select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns,
    array_agg(c.data_type::text order by c.ordinal_position) as types
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
  group by c.table_name having bool_or(c.column_name = 'user_id') order by c.table_name`

/**
 * Every table with a column `user_id`, told by the database itself: what is kept of users one day is in their export that
 * day. Without the columns that hold hashes, secrets and what is only for searching.
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
