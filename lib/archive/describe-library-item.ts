import { searchTokens } from '@/lib/captions/search-words'
import type { Db } from '@/lib/platform/db'
import type { LibraryItem, Media } from '@/lib/platform/generated/prisma/client'
import { tidyFacts } from './tidy-facts'

/** The description of an episode by a podcast feed, beside its transcript. */
export type EpisodeDescription = {
  title: string
  author: string
  thumbnailUrl: string | null
  publishedAt: Date | null
}

type Described = Pick<LibraryItem, 'title' | 'author' | 'thumbnailUrl' | 'publishedAt'>

/** Stores the words of a library item's own title, by which its user finds it. */
export async function indexTitle(tx: Db, { id, title }: Pick<LibraryItem, 'id' | 'title'>): Promise<void> {
  const words = [...searchTokens(title ?? '')]
  await tx.$executeRaw`update library_item set title_tokens = array_to_tsvector(${words}::text[]) where id = ${id}::uuid`
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

/** A media as a user sees it: the description of the feed by which the user came replaces that of the media. */
export function describedMedia<M extends Pick<Media, keyof Described>>(media: M, libraryItem: Described): M {
  return {
    ...media,
    title: libraryItem.title ?? media.title,
    author: libraryItem.author ?? media.author,
    thumbnailUrl: libraryItem.thumbnailUrl ?? media.thumbnailUrl,
    publishedAt: libraryItem.publishedAt ?? media.publishedAt,
  }
}
