import { searchTokens } from '@/lib/captions/search-words'
import type { Db } from '@/lib/platform/db'
import type { LibraryItem, Media } from '@/lib/platform/generated/prisma/client'
import { tidyFacts } from './tidy-facts'

/** What a podcast feed says of an episode, beside its transcript. */
export type EpisodeDescription = {
  title: string
  author: string
  thumbnailUrl: string | null
  publishedAt: Date | null
}

type Described = Pick<LibraryItem, 'title' | 'author' | 'thumbnailUrl' | 'publishedAt'>

/** Writes down the words of an entry's own title, by which its user finds it. */
export async function indexTitle(tx: Db, { id, title }: Pick<LibraryItem, 'id' | 'title'>): Promise<void> {
  const words = [...searchTokens(title ?? '')]
  await tx.$executeRaw`update library_item set title_tokens = array_to_tsvector(${words}::text[]) where id = ${id}::uuid`
}

/** Keeps what a feed says of an episode with a user's entry, unless the entry has a description already. */
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

/** A recording as a user sees it: what the feed said by which the user came, in place of what the recording says itself. */
export function describedMedia<M extends Pick<Media, keyof Described>>(media: M, libraryItem: Described): M {
  return {
    ...media,
    title: libraryItem.title ?? media.title,
    author: libraryItem.author ?? media.author,
    thumbnailUrl: libraryItem.thumbnailUrl ?? media.thumbnailUrl,
    publishedAt: libraryItem.publishedAt ?? media.publishedAt,
  }
}
