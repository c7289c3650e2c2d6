import { pool } from '@/lib/core/db/db'

/** As fast as people speak, in captions of five seconds. */
const WORDS_A_CAPTION = 13

const WORD_MS = 370

function segmentsOf(seconds: number, withWords: boolean): string {
  const captions = Array.from({ length: seconds / 5 }, (_, index) => {
    const words = Array.from({ length: WORDS_A_CAPTION }, (__, word) => `w${(index * 31 + word * 7919) % 9973}`)
    const startMs = index * 5_000
    const times = words.map((word, at) => [startMs + at * WORD_MS, startMs + (at + 1) * WORD_MS, word])
    const segment = [startMs, startMs + 4_900, `${words.join(' ')}.`]
    return withWords ? [...segment, times] : segment
  })
  return JSON.stringify(captions)
}

/**
 * Puts a text into the local account's transcripts and publishes it. `withWords`: with a time for each word. Returns its id and slug.
 */
export async function fillSpeech(seconds: number, { withWords = false } = {}): Promise<{ id: string; slug: string }> {
  const name = withWords ? `${seconds}-with-words` : String(seconds)
  const slug = `speech-of-${name}-abcdef`
  const { rows } = await pool().query<{ id: string }>(
    `with recording as (insert into media (id, platform, video_id, url, title, kind)
                        values (uuidv7(), 'podcast', $1, 'https://media.example/' || $1, 'Speech of ' || $1 || ' s', 'audio')
                        returning id),
          text as (insert into transcript (id, media_id, requested_lang, lang, source, available_langs, segments, covered_ms,
                                           total_ms, complete, warnings)
                   select uuidv7(), id, 'en', 'en', 'captions', '{en}', $2::json, $3, $3, true, '[]' from recording
                   returning id, media_id)
     insert into library_item (id, user_id, media_id, requested_lang, transcript_id)
     select uuidv7(), u.id, t.media_id, 'en', t.id from text t, users u where u.is_local returning id`,
    [name, segmentsOf(seconds, withWords), seconds * 1000],
  )
  const id = rows[0]?.id ?? ''
  await pool().query(
    `insert into publication (slug, library_item_id, user_id)
     select $1, e.id, e.user_id from library_item e where e.id = $2`,
    [slug, id],
  )
  return { id, slug }
}
