import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { collectWords } from '@/lib/archive/search-index/collect-words'
import type { TextTasks } from '@/lib/archive/texts/text-tasks'
import { checkCaptionSize } from '@/lib/captions/caption-limits'
import { readFormat } from '@/lib/captions/formats/formats'
import type { CaptionText } from '@/lib/captions/found-captions'
import { detectLanguage } from '@/lib/captions/language/detect-language'
import { parseCaptionText } from '@/lib/captions/parse-caption-text'
import { runSteps } from '@/lib/captions/parsing/steps'
import { identifySpeakers } from '@/lib/captions/speakers'
import { newId } from '@/lib/core/ids'
import { stageText } from './text-table'

type Input = TextTasks['stageCaptions']['input']

async function readCaptions({ source, maxBytes, maxJson3Bytes }: Input) {
  if ('hlsChunks' in source) return parseCaptionText(source)
  const { file, ...hints } = source
  const bytes = await readFile(file)
  checkCaptionSize(bytes.byteLength, maxJson3Bytes)
  const text = await parseCaptionText({ ...hints, bytes })
  if (text.format !== null && !readFormat(text.format).parseChunks) checkCaptionSize(bytes.byteLength, maxBytes)
  return text
}

/** Parses captions and stages their text in the database until it is stored with a transcript. */
export async function stageCaptions(input: Input, connect: () => Promise<pg.Client>): Promise<CaptionText> {
  const { segments, ...facts } = await readCaptions(input)
  const last = segments.at(-1)
  if (!last) return { ...facts, segments }
  const stagedId = newId()
  const words = runSteps(collectWords(null, segments))
  await stageText(await connect(), { id: stagedId, words, ...identifySpeakers(segments, { named: true }) })
  const staged = { stagedId, segmentCount: segments.length, endMs: last.endMs, lang: await detectLanguage(segments) }
  return { ...facts, segments: staged }
}
