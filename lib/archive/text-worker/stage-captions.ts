import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { collectWords } from '@/lib/archive/collect-words'
import { packSegments } from '@/lib/archive/stored-segments'
import { checkCaptionSize } from '@/lib/captions/check-caption-size'
import type { Segment } from '@/lib/captions/cue'
import { detectLanguage } from '@/lib/captions/detect-language'
import type { StagedText } from '@/lib/captions/found-captions'
import { parseCaptionsAsync } from '@/lib/captions/parse-captions-async'
import { parseHlsCues } from '@/lib/captions/parse-hls-cues'
import { runSteps } from '@/lib/captions/run-steps'
import { toTranscriptSegments } from '@/lib/captions/to-transcript-segments'
import { newId } from '@/lib/platform/ids'
import type { TextTasks } from '@/lib/texts/text-tasks'

type Input = TextTasks['stageCaptions']['input']

async function readSegments({ source, maxBytes, maxJson3Bytes }: Input): Promise<Segment[]> {
  if ('hlsChunks' in source) return toTranscriptSegments(parseHlsCues(source.hlsChunks))
  const bytes = await readFile(source.file)
  checkCaptionSize(bytes.byteLength, maxJson3Bytes)
  const parsed = await parseCaptionsAsync(bytes, source.charset)
  if (parsed && parsed.format !== 'json3') checkCaptionSize(bytes.byteLength, maxBytes)
  return toTranscriptSegments(parsed?.cues ?? [])
}

/**
 * Parses captions and stages their text in the database until it is stored. Deletes staged texts that were never
 * stored.
 */
export async function stageCaptions(input: Input, connect: () => Promise<pg.Client>): Promise<StagedText | null> {
  const segments = await readSegments(input)
  const last = segments.at(-1)
  if (!last) return null
  const words = runSteps(collectWords(null, segments))
  const stagedId = newId()
  const client = await connect()
  await client.query(`delete from staged_text where created_at < now() - interval '10 minutes'`)
  await client.query('insert into staged_text (id, segments, tokens) values ($1, $2, array_to_tsvector($3::text[]))', [
    stagedId,
    JSON.stringify(packSegments(segments)),
    words,
  ])
  return {
    stagedId,
    segmentCount: segments.length,
    endMs: last.endMs,
    lang: await detectLanguage(segments),
  }
}
