import type pg from 'pg'
import type { SearchTerm } from '@/lib/captions/search-words'
import type { FoundPage } from './find-page'
import { filterConditions, type HistoryFilter, type HistoryOrder, type HistorySlice } from './history-filter'

type Wish = HistoryFilter & HistoryOrder & HistorySlice

/** A search as PostgreSQL's `tsquery`. Tokens are letters and digits, but quoted all the same. */
function toTsquery(terms: readonly SearchTerm[]): string {
  return terms.map(({ token, prefix }) => `'${token.replace(/['\\]/g, '$&$&')}'${prefix ? ':*' : ''}`).join(' & ')
}

/** The two ways to the same: without a filter the texts alone tell all. */
function statement({ sort, order }: Wish, conditions: string): string {
  if (sort === 'created_at' && conditions === '') {
    return `select x.entry_id as id from entry_text x where x.user_id = $1 and x.tokens @@ $2::tsquery
            order by x.created_at ${order}, x.entry_id ${order}`
  }
  return `select e.id from entry_text x join entry e on e.id = x.entry_id
          where x.user_id = $1 and e.user_id = $1 and x.tokens @@ $2::tsquery${conditions}
          order by e.${sort} ${order}, e.id ${order}`
}

/**
 * A page of those of a user's entries whose text has all terms. They are counted to one beyond the page: a word may be in
 * a million texts, and nobody reads that far.
 */
export async function findByWords(
  client: pg.ClientBase,
  userId: string,
  terms: readonly SearchTerm[],
  wish: Wish,
): Promise<FoundPage> {
  if (terms.length === 0) return { ids: [], total: 0, exact: true }
  const { limit, offset } = wish
  const values: unknown[] = [userId, toTsquery(terms)]
  const conditions = filterConditions(wish, values)
  values.push(offset + limit + 1)
  const text = `${statement(wish, conditions)} limit $${values.length}`
  const { rows } = await client.query<{ id: string }>(text, values)
  const ids = rows.slice(offset, offset + limit).map(({ id }) => id)
  return { ids, total: rows.length, exact: rows.length <= offset + limit }
}
