import { searchTokens } from '@/lib/captions/search/search-words'
import type { Db } from '@/lib/core/db/db'
import type { LibraryItem, Media } from '@/lib/core/generated/prisma/client'
import { tidyFacts } from '../media/media-facts'
import { saveTitleWords } from './library-item-table'

/** The description of an episode by a podcast feed, beside its transcript. */
export type EpisodeDescription = {
  title: string
  author: string
  thumbnailUrl: string | null
  publishedAt: Date | null
}

type Described = Pick<LibraryItem, 'title' | 'author' | 'thumbnailUrl' | 'publishedAt'>

/** Stores the words of a library item's own titles, by which its user finds it. */
export async function indexTitle(
  tx: Db,
  { id, title, customTitle }: Pick<LibraryItem, 'id' | 'title' | 'customTitle'>,
): Promise<void> {
  await saveTitleWords(tx, id, [...searchTokens(`${customTitle ?? ''} ${title ?? ''}`)])
}

/** Stores a feed's description of an episode with a user's library item, unless it has a description already. */
export async function describeLibraryItem(
  tx: Db,
  libraryItem: LibraryItem,
  description: EpisodeDescription,
): Promise<LibraryItem> {
  if (libraryItem.title !== null) return libraryItem
  const { kind: _, ...data } = tidyFacts({ kind: 'audio', ...description })
  const described = await tx.libraryItem.update({ where: { id: libraryItem.id }, data })
  await indexTitle(tx, described)
  return described
}

/** The title of a library item: what its user calls it, else what the feed or the media itself does. */
export function titleOfLibraryItem(
  { customTitle, title }: Pick<LibraryItem, 'customTitle' | 'title'>,
  media: Pick<Media, 'title'>,
): string | null {
  return customTitle ?? title ?? media.title
}

/**
 * A media as a user sees it: the description of the feed by which the user came replaces that of the media, and the
 * user's own title both.
 */
export function describedMedia<M extends Pick<Media, keyof Described>>(
  media: M,
  libraryItem: Described & Pick<LibraryItem, 'customTitle'>,
): M {
  return {
    ...media,
    title: titleOfLibraryItem(libraryItem, media),
    author: libraryItem.author ?? media.author,
    thumbnailUrl: libraryItem.thumbnailUrl ?? media.thumbnailUrl,
    publishedAt: libraryItem.publishedAt ?? media.publishedAt,
  }
}
