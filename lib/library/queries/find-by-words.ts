import type pg from 'pg'
import type { SearchTerm } from '@/lib/captions/search/search-words'
import type { FoundPage } from './find-page'
import {
  filterConditions,
  type LibraryFilter,
  type LibraryOrder,
  type LibrarySlice,
  orderBy,
  sortExpression,
} from './library-filter'

type WordsRequest = LibraryFilter & LibraryOrder & LibrarySlice

/** A search as a PostgreSQL `tsquery`. Tokens are letters and digits, and quoted anyway. */
function toTsquery(terms: readonly SearchTerm[]): string {
  return terms.map(({ token, prefix }) => `'${token.replace(/['\\]/g, '$&$&')}'${prefix ? ':*' : ''}`).join(' & ')
}

/** Two queries for the same: without a filter the search index alone is enough. */
function statement(request: WordsRequest, conditions: string): string {
  const { sort, order } = request
  if (sort === 'created_at' && conditions === '') {
    return `select x.library_item_id as id from library_item_text x where x.user_id = $1 and x.tokens @@ $2::tsquery
            order by x.created_at ${order}, x.library_item_id ${order}`
  }
  return `select e.id from library_item_text x join library_item e on e.id = x.library_item_id
          where x.user_id = $1 and e.user_id = $1 and x.tokens @@ $2::tsquery${conditions}
          ${orderBy(sortExpression(sort), 'e.id', request)}`
}

/**
 * A page of a user's library items whose text contains all terms. They are counted to one beyond the page: a word may
 * be in a million texts.
 */
export async function findByWords(
  client: pg.ClientBase,
  userId: string,
  terms: readonly SearchTerm[],
  request: WordsRequest,
): Promise<FoundPage> {
  if (terms.length === 0) return { ids: [], total: 0, exact: true }
  const { limit, offset } = request
  const values: unknown[] = [userId, toTsquery(terms)]
  const conditions = filterConditions(request, values)
  values.push(offset + limit + 1)
  const text = `${statement(request, conditions)} limit $${values.length}`
  const { rows } = await client.query<{ id: string }>(text, values)
  const ids = rows.slice(offset, offset + limit).map(({ id }) => id)
  return { ids, total: rows.length, exact: rows.length <= offset + limit }
}
