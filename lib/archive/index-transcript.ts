import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Segment } from '@/lib/captions/cue'
import { searchTokens } from '@/lib/captions/search-words'
import { textJoiner } from '@/lib/captions/text-joiner'
import type { Db } from '@/lib/platform/db'

/** PostgreSQL holds a mebibyte of words a text: more than a book has, but not more than somebody can make up. */
const MAX_BYTES = 900_000
/** Each word is aligned, and may lose a byte to that. */
const ALIGNMENT = 1
/** What is taken apart at a time, in characters: a long recording must not keep others waiting. */
const TURN_CHARACTERS = 20_000

/** Segments put together as they are read, so that a word may lie across two of them, in stretches of a turn's length. */
function* stretches(segments: readonly Segment[]): Generator<string> {
  let text = ''
  for (const segment of segments) {
    if (text.length > TURN_CHARACTERS) {
      yield text
      text = ''
    }
    text += text === '' ? segment.text : textJoiner(text, segment.text) + segment.text
  }
  yield text
}

async function tokensOf(title: string | null, segments: readonly Segment[]): Promise<string[]> {
  const tokens = searchTokens(title ?? '')
  for (const text of stretches(segments)) {
    for (const token of searchTokens(text)) tokens.add(token)
    await nextTurn()
  }
  return [...tokens]
}

function withinBounds(tokens: readonly string[]): readonly string[] {
  let bytes = 0
  const end = tokens.findIndex((token) => {
    bytes += Buffer.byteLength(token) + ALIGNMENT
    return bytes > MAX_BYTES
  })
  return end < 0 ? tokens : tokens.slice(0, end)
}

async function wordsOf(tx: Db, mediaId: string, segments: readonly Segment[]): Promise<readonly string[]> {
  const { title } = await tx.media.findUniqueOrThrow({ where: { id: mediaId }, select: { title: true } })
  return withinBounds(await tokensOf(title, segments))
}

/** Writes down what a stored transcript is found by, by everyone who has it whole: the words of its title and its text. */
export async function indexTranscript(
  tx: Db,
  { id, mediaId }: { id: string; mediaId: string },
  segments: readonly Segment[],
): Promise<void> {
  const words = await wordsOf(tx, mediaId, segments)
  await tx.$executeRaw`update transcript set tokens = array_to_tsvector(${words}::text[]) where id = ${id}::uuid`
}

/** Writes down what an entry is found by that has a part of a text. */
export async function indexPart(
  tx: Db,
  { id, mediaId, coveredMs }: { id: string; mediaId: string; coveredMs: number },
  segments: readonly Segment[],
): Promise<void> {
  const own = segments.filter(({ startMs }) => startMs < coveredMs)
  const words = await wordsOf(tx, mediaId, own)
  await tx.$executeRaw`
    insert into entry_text (entry_id, user_id, created_at, tokens)
    select id, user_id, created_at, array_to_tsvector(${words}::text[]) from entry where id = ${id}::uuid
    on conflict (entry_id) do update set tokens = excluded.tokens`
}
