/** The most items of a list that can be chosen: those of the longest show that is read. */
export const MAX_CHOSEN = 50_000

/** Which items of a list are wanted: those that fulfil all of it. */
export type ImportChoice = {
  /** In the title, all of these words, in any case. */
  search?: string | undefined
  /** Places in the list, from 1, both included. */
  from?: number | undefined
  to?: number | undefined
  /** The most items to take: the newest that the other fields leave. */
  newest?: number | undefined
  only_with_captions?: boolean | undefined
  /** Ids of items, as the list has them. */
  ids?: readonly string[] | undefined
  /** The most items that were not transcribed before. */
  maximum?: number | undefined
}

/** The facts of an item by which it is chosen. `has_captions`: null where only opening the item would tell. */
export type Choosable = { guid: string; title: string; published: string | null; has_captions: boolean | null }

const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase('en')

/** Whether a title holds all words that are searched. */
function searchTitles(search: string | undefined): (item: Choosable) => boolean {
  const words = fold(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return ({ title }) => {
    const folded = words.length > 0 ? fold(title) : ''
    return words.every((word) => folded.includes(word))
  }
}

/** The newest of some items in their order; those without a date count as older than any, in the order of the list. */
function newestOf<T extends Choosable>(items: readonly T[], count: number): T[] {
  const publishedMs = ({ published }: T) => (published === null ? Number.NEGATIVE_INFINITY : Date.parse(published))
  const ranked = items.map((item, place) => ({ item, place, ms: publishedMs(item) }))
  // Infinities have no difference.
  ranked.sort((a, b) => (a.ms === b.ms ? a.place - b.place : b.ms > a.ms ? 1 : -1))
  const chosen = ranked.slice(0, count).sort((a, b) => a.place - b.place)
  return chosen.map(({ item }) => item)
}

/**
 * The items of a list that are wanted, in its order. An item of which only opening it would tell whether it has captions
 * is kept. `maximum` is not looked at: see `takeMaximum`.
 */
export function chooseItems<T extends Choosable>(items: readonly T[], choice: ImportChoice): T[] {
  const { search, from = 1, to = Number.POSITIVE_INFINITY, newest, only_with_captions: onlyWithCaptions } = choice
  const ids = choice.ids && new Set(choice.ids)
  const isFound = searchTitles(search)
  const chosen = items.filter(
    (item, index) =>
      index + 1 >= from &&
      index + 1 <= to &&
      (ids?.has(item.guid) ?? true) &&
      !(onlyWithCaptions && item.has_captions === false) &&
      isFound(item),
  )
  return newest === undefined ? chosen : newestOf(chosen, newest)
}

/** How many of the ids of a choice no item of the list has. */
export function countMissingIds(items: readonly Pick<Choosable, 'guid'>[], { ids }: ImportChoice): number {
  if (ids === undefined) return 0
  const listed = new Set(items.map(({ guid }) => guid))
  return [...new Set(ids)].filter((id) => !listed.has(id)).length
}

/** All items that the user has already, and of the others as many as are wanted at most, in their order. */
export function takeMaximum<T>(
  items: readonly T[],
  { maximum }: Pick<ImportChoice, 'maximum'>,
  isKnown: (item: T) => boolean,
): T[] {
  if (maximum === undefined) return [...items]
  let left = maximum
  return items.filter((item) => isKnown(item) || left-- > 0)
}

/**
 * How many items of a list have to be read for a choice. What is searched may stand anywhere; the newest stand first
 * only in a list with what is new before the rest.
 */
export function countNeeded(choice: ImportChoice, isNewestFirst: boolean, all: number): number {
  const { from = 1, to = all, newest, search, ids, maximum, only_with_captions: onlyWithCaptions } = choice
  const filters = Boolean(search?.trim()) || ids !== undefined || maximum !== undefined || Boolean(onlyWithCaptions)
  const end = newest !== undefined && isNewestFirst && !filters ? Math.min(to, from - 1 + newest) : to
  return Math.min(end, all)
}
