import type { Command } from 'commander'
import type { Context } from '../context'
import { toTable } from '../terminal/to-table'
import { parseCount } from './parse-count'

const MAX_PAGE = 100
const MAX_OFFSET = 999_999_999

/** The options of a command that choose a page of its list: by its offset, or by the cursor that the page before it names. */
export function addPaging(command: Command, by: 'offset' | 'cursor', limit: number): Command {
  const limited = command.option('-n, --limit <n>', 'maximum number of results', parseCount(1, MAX_PAGE), limit)
  return by === 'offset'
    ? limited.option('--offset <n>', 'number of results to skip', parseCount(0, MAX_OFFSET), 0)
    : limited.option('--cursor <cursor>', 'continue after an earlier page')
}

/** The chosen page of a list, as commander gives it. */
export type OffsetPage = { limit: number; offset: number }
export type CursorPage = { limit: number; cursor?: string }

type Page = { total: number; offset: number } | { next_cursor: string | null }

function footer(page: Page, count: number): string {
  if ('next_cursor' in page) return page.next_cursor === null ? '' : `\nContinue with --cursor ${page.next_cursor}\n`
  const end = page.offset + count
  return end < page.total ? `\n${end} of ${page.total}. Continue with --offset ${end}\n` : ''
}

/** Prints a page of a list, with the option that gets the next one. `empty`: the words for a list of nothing. */
export async function printPage(context: Context, page: Page, rows: string[][], empty: string): Promise<void> {
  const isPastEnd = 'total' in page && page.total > 0
  const words = isPastEnd ? 'No more results.' : empty
  await context.print(page, rows.length === 0 ? `${words}\n` : toTable(rows) + footer(page, rows.length))
}
