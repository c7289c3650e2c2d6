import { isId } from '../ids'

/** Asks for a page of at most `limit` rows, after the last one of the page before, which `cursor` names. */
export type PageRequest = { limit: number; cursor?: string | undefined }

/** The rows of a page, and what names its last row in a request of the next one; null on the last page. */
export type Page<Row> = { rows: Row[]; nextCursor: string | null }

/** The condition for the rows after a cursor in a list by falling ID. What is no ID is no cursor. */
export function afterId(cursor: string | undefined): { id?: { lt: string } } {
  return cursor !== undefined && isId(cursor) ? { id: { lt: cursor } } : {}
}

/** Reads a page of a list: `find` returns at most so many rows, and is asked for one more than the page has. */
export async function readPage<Row>(
  limit: number,
  find: (rows: number) => Promise<Row[]>,
  toCursor: (last: Row) => string,
): Promise<Page<Row>> {
  const found = await find(limit + 1)
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, nextCursor: last === undefined ? null : toCursor(last) }
}
