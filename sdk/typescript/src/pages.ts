/** The items of all pages that follow one another by a cursor; each page is requested when its first item is. */
export async function* byCursor<Item>(
  readPage: (cursor: string | undefined) => Promise<{ items: Item[]; next_cursor: string | null }>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | null = null
  do {
    const page: { items: Item[]; next_cursor: string | null } = await readPage(cursor ?? undefined)
    yield* page.items
    cursor = page.next_cursor
  } while (cursor !== null)
}

/** The items of all pages that are counted by an offset. */
export async function* byOffset<Item>(
  readPage: (offset: number) => Promise<Item[]>,
  first = 0,
): AsyncGenerator<Item, void, undefined> {
  for (let offset = first; ; ) {
    const items = await readPage(offset)
    yield* items
    if (items.length === 0) return
    offset += items.length
  }
}
