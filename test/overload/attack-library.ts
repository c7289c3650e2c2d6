import { pool } from '@/lib/core/db/db'
import { storeTestTranscript } from '../store-transcript'

/** The ids of transcripts that cost the most for their size. */
export type AttackedLibrary = {
  /** The longest text that the answering process reads itself, of as many segments as possible. */
  tiny: string
  /** Ten hours of speech. */
  hours: string
  /** As long as any text may be. */
  large: string
  /** Copies of `tiny`. */
  copies: string[]
}

export const COPIES = 12
/** One letter each fills a mebibyte as it is stored. */
const TINY_SEGMENTS = 38_000
const HOUR_SEGMENTS = 9_000
const LARGE_SEGMENTS = 110_000
const PUBLIC_PAGES = 50_000

/** The link by which a transcript of the library is requested again. */
export const attackedLink = (videoId: string) => `https://www.youtube.com/watch?v=${videoId}`
export const VIDEO_IDS = { tiny: 'attackedtny', hours: 'attackedhrs', large: 'attackedlrg' } as const
export const copyId = (at: number) => `attackedc${String(at).padStart(2, '0')}`

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at} and nobody was at home then, as far as anybody knew`)

/** Stores what is attacked for a user, in the database that the settings name. */
export async function storeAttackedLibrary(userId: string): Promise<AttackedLibrary> {
  const store = async (videoId: string, lines: readonly string[]) =>
    (await storeTestTranscript(userId, { videoId, lines, title: 'Attacked' })).libraryItemId
  const letters = Array.from({ length: TINY_SEGMENTS }, () => 'a')
  const copies: string[] = []
  for (let at = 0; at < COPIES; at++) copies.push(await store(copyId(at), letters))
  return {
    tiny: await store(VIDEO_IDS.tiny, letters),
    hours: await store(VIDEO_IDS.hours, numbered(HOUR_SEGMENTS)),
    large: await store(VIDEO_IDS.large, numbered(LARGE_SEGMENTS)),
    copies,
  }
}

/** Public pages of one text, the number that a page of the index lists. */
export async function fillPublicIndex(libraryItemId: string): Promise<void> {
  const client = await pool().connect()
  try {
    // Without triggers and references, fifty thousand rows take a second.
    await client.query('begin; set local session_replication_role = replica')
    await client.query(
      `with made as (
         insert into library_item (id, user_id, media_id, requested_lang, transcript_id)
         select gen_random_uuid(), gen_random_uuid(), media_id, requested_lang, transcript_id
         from library_item, generate_series(1, $2::int) where id = $1 returning id
       )
       insert into publication (slug, library_item_id, user_id)
       select 'page-' || made.id, made.id, (select user_id from library_item where id = $1) from made`,
      [libraryItemId, PUBLIC_PAGES],
    )
    await client.query('commit')
    // As PostgreSQL does by itself a minute after many rows were added.
    await client.query('analyze library_item, publication')
  } finally {
    client.release()
  }
}
