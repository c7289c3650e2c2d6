import { searchTokens } from '@/lib/captions/search-words'
import type { Db } from '@/lib/platform/db'
import type { Entry, Media } from '@/lib/platform/generated/prisma/client'
import { tidyFacts } from './tidy-facts'

/** What a podcast feed says of an episode, beside its transcript. */
export type EpisodeDescription = {
  title: string
  author: string
  thumbnailUrl: string | null
  publishedAt: Date | null
}

type Described = Pick<Entry, 'title' | 'author' | 'thumbnailUrl' | 'publishedAt'>

/** Writes down the words of an entry's own title, by which its user finds it. */
export async function indexTitle(tx: Db, { id, title }: Pick<Entry, 'id' | 'title'>): Promise<void> {
  const words = [...searchTokens(title ?? '')]
  await tx.$executeRaw`update entry set title_tokens = array_to_tsvector(${words}::text[]) where id = ${id}::uuid`
}

/** Keeps what a feed says of an episode with a user's entry, unless the entry has a description already. */
export async function describeEntry(tx: Db, entry: Entry, description: EpisodeDescription): Promise<Entry> {
  if (entry.title !== null) return entry
  const { kind: _, ...data } = tidyFacts({ kind: 'audio', ...description })
  const described = await tx.entry.update({ where: { id: entry.id }, data })
  await indexTitle(tx, described)
  return described
}

/** A recording as a user sees it: what the feed said by which the user came, in place of what the recording says itself. */
export function describedMedia<M extends Pick<Media, keyof Described>>(media: M, entry: Described): M {
  return {
    ...media,
    title: entry.title ?? media.title,
    author: entry.author ?? media.author,
    thumbnailUrl: entry.thumbnailUrl ?? media.thumbnailUrl,
    publishedAt: entry.publishedAt ?? media.publishedAt,
  }
}
