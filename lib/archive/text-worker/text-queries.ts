import type pg from 'pg'
import { stageCarryOver } from '@/lib/archive/corrections/stage-carry-over'
import { stageCorrection } from '@/lib/archive/corrections/stage-correction'
import { checkSubtitles as checkText } from '@/lib/archive/render/check-subtitles'
import { renderContent } from '@/lib/archive/render/render-content'
import { collectWords as wordsOf } from '@/lib/archive/search-index/collect-words'
import type { TextTasks } from '@/lib/archive/texts/text-tasks'
import { withinPart } from '@/lib/archive/transcripts/stored-segments'
import type { Segment } from '@/lib/captions/cue'
import { isBinary } from '@/lib/captions/document-files'
import { suggestSpellings as suggestionsOf } from '@/lib/captions/edit/suggest-spellings'
import { withoutWords } from '@/lib/captions/formats/json/json'
import { cutItems, pageEnd, splitSegment } from '@/lib/captions/layout/pages'
import { runSteps } from '@/lib/captions/parsing/steps'
import { type FoundPassage, findPassages as passagesOf } from '@/lib/captions/search/passages'
import { loadCurrentText, loadSpokenText, loadText } from './text-table'

type Task<Name extends keyof TextTasks> = (
  input: TextTasks[Name]['input'],
  connect: () => Promise<pg.Client>,
) => Promise<TextTasks[Name]['output']>

/** Times and signs of JSON around a segment's text. */
const SEGMENT_BYTES = 60

export const readSegments: Task<'readSegments'> = async ({ version, fromMs, untilMs, maxBytes }, connect) => {
  const all = await loadText(await connect(), version)
  const wanted = all.filter(({ startMs }) => fromMs <= startMs && startMs < untilMs)
  const segments: Segment[] = []
  let bytes = 0
  for (const segment of wanted) {
    bytes += Buffer.byteLength(segment.text) + SEGMENT_BYTES
    if (bytes > maxBytes && segments.length > 0) break
    segments.push(withoutWords(segment))
  }
  const hasWords = all.some(({ words }) => words !== undefined)
  return { segments, isLast: segments.length === wanted.length, hasWords }
}

export const cutPage: Task<'cutPage'> = async ({ document, offset }, connect) => {
  const segments = withinPart(await loadText(await connect(), document), document.coveredMs)
  if (document.format === 'json') {
    const plain = segments.flatMap(({ startMs, endMs, text }) =>
      splitSegment({ start: startMs / 1000, end: endMs / 1000, text }),
    )
    const { items, end } = cutItems(plain, offset)
    return { segments: items, end }
  }
  if (isBinary(document.format)) throw new Error(`a document of the format ${document.format} has no pages of text`)
  const content = renderContent(segments, document.format, document)
  const end = pageEnd(content, offset)
  return { content: content.slice(offset, end), end: end < content.length ? end : null }
}

export const checkSubtitles: Task<'checkSubtitles'> = async ({ document }, connect) => {
  const segments = withinPart(await loadText(await connect(), document), document.coveredMs)
  return checkText(segments, document)
}

export const findPassages: Task<'findPassages'> = async ({ texts, terms }, connect) => {
  const client = await connect()
  const found: FoundPassage[][] = []
  for (const { transcriptId, coveredMs } of texts) {
    const segments = await loadCurrentText(client, transcriptId)
    found.push(passagesOf(withinPart(segments, coveredMs), terms))
  }
  return found
}

export const collectWords: Task<'collectWords'> = async ({ version, coveredMs, title }, connect) => {
  const segments = withinPart(await loadText(await connect(), version), coveredMs)
  return [...runSteps(wordsOf(title, segments))]
}

export const correctText: Task<'correctText'> = async ({ version, ...input }, connect) => {
  const client = await connect()
  return stageCorrection(client, await loadSpokenText(client, version), {
    ...input,
    transcriptId: version.transcriptId,
  })
}

export const carryOver: Task<'carryOver'> = async (input, connect) => stageCarryOver(await connect(), input)

export const suggestSpellings: Task<'suggestSpellings'> = async ({ version, coveredMs, spellings }, connect) =>
  suggestionsOf(withinPart(await loadText(await connect(), version), coveredMs), spellings)
