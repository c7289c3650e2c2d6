import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { collectWords } from '@/lib/archive/search-index/collect-words'
import { checkCaptionSize } from '@/lib/captions/caption-limits'
import type { Segment } from '@/lib/captions/cue'
import { parseHlsCues } from '@/lib/captions/formats/webvtt'
import type { StagedText } from '@/lib/captions/found-captions'
import { detectLanguage } from '@/lib/captions/language/detect-language'
import { toTranscriptSegments } from '@/lib/captions/layout/segments'
import { parseCaptionsAsync } from '@/lib/captions/parse'
import { runSteps } from '@/lib/captions/parsing/steps'
import { identifySpeakers } from '@/lib/captions/speakers'
import { newId } from '@/lib/platform/ids'
import type { TextTasks } from '@/lib/texts/text-tasks'
import { stageText } from './text-table'

type Input = TextTasks['stageCaptions']['input']

async function readSegments({ source, maxBytes, maxJson3Bytes }: Input): Promise<Segment[]> {
  if ('hlsChunks' in source) return toTranscriptSegments(parseHlsCues(source.hlsChunks))
  const bytes = await readFile(source.file)
  checkCaptionSize(bytes.byteLength, maxJson3Bytes)
  const parsed = await parseCaptionsAsync(bytes, source.charset)
  if (parsed && parsed.format !== 'json3') checkCaptionSize(bytes.byteLength, maxBytes)
  return toTranscriptSegments(parsed?.cues ?? [])
}

/** Parses captions and stages their text in the database until it is stored with a transcript. */
export async function stageCaptions(input: Input, connect: () => Promise<pg.Client>): Promise<StagedText | null> {
  const segments = await readSegments(input)
  const last = segments.at(-1)
  if (!last) return null
  const stagedId = newId()
  const words = runSteps(collectWords(null, segments))
  await stageText(await connect(), { id: stagedId, words, ...identifySpeakers(segments, { named: true }) })
  return {
    stagedId,
    segmentCount: segments.length,
    endMs: last.endMs,
    lang: await detectLanguage(segments),
  }
}
