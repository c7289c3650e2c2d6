import { ass } from './ass/ass'
import { bilibiliJson } from './bilibili-json'
import { facts as docx } from './docx/facts'
import type { ReadFormat, WrittenFormat } from './format'
import { json } from './json/json'
import { lrc } from './lrc'
import { markdown } from './markdown/markdown'
import { microdvd } from './microdvd'
import { facts as pdf } from './pdf/facts'
import { podcastHtml } from './podcast-html'
import { podcastJson } from './podcast-json'
import { sami } from './sami'
import { sbv } from './sbv'
import { scc } from './scc/scc'
import { srt } from './srt/srt'
import { subviewer } from './subviewer'
import { text } from './text/text'
import { ttml } from './ttml/ttml'
import { webvtt } from './webvtt/webvtt'
import { whisperJson } from './whisper-json'
import { whisperTsv } from './whisper-tsv'
import { whisperxJson } from './whisperx-json'
import { json3 } from './youtube/json3'
import { srv1 } from './youtube/srv1'
import { srv3 } from './youtube/srv3'
import { youtubeTranscriptJson } from './youtube-transcript-json'

/** Every format. Of several that recognise a file, the first reads it. */
export const FORMAT_LIST = [
  webvtt,
  srt,
  ttml,
  ass,
  lrc,
  sbv,
  subviewer,
  microdvd,
  sami,
  scc,
  whisperTsv,
  json3,
  srv1,
  srv3,
  podcastJson,
  podcastHtml,
  json,
  whisperxJson,
  whisperJson,
  youtubeTranscriptJson,
  bilibiliJson,
  text,
  markdown,
  docx,
  pdf,
] as const

type Listed = (typeof FORMAT_LIST)[number]

export type CaptionFormat = Extract<Listed, { parse: unknown }>['id']

/** The formats that are read, by which a file is recognised in this order. */
export const READ_FORMATS: readonly (ReadFormat & { id: CaptionFormat })[] = FORMAT_LIST.flatMap((format) =>
  'parse' in format ? [format] : [],
)

export function readFormat(id: CaptionFormat): ReadFormat {
  const format = READ_FORMATS.find((known) => known.id === id)
  if (!format) throw new Error(`no caption format has the id ${id}`)
  return format
}

export function writtenFormat(id: string): WrittenFormat {
  const format = FORMAT_LIST.find((known) => known.id === id)
  if (!format || !('render' in format)) throw new Error(`no format with the id ${id} is written as text`)
  return format
}

const unique = (values: readonly string[]) => [...new Set(values)]

/** Endings that other files have too. */
const SHARED_ENDINGS = new Set(['htm', 'html', 'json', 'xml'])

const endings = unique(READ_FORMATS.flatMap((format) => format.endings))

/** How the names of caption files end, without the dot. `own`: those that no other files have. */
export const CAPTION_ENDINGS = { all: endings, own: endings.filter((ending) => !SHARED_ENDINGS.has(ending)) }

/** Formats whose files have a name of their own, as sentences list them. */
export const CAPTION_LABELS: readonly string[] = unique(
  READ_FORMATS.filter((format) => format.endings.some((ending) => CAPTION_ENDINGS.own.includes(ending))).map(
    ({ label }) => label,
  ),
)

/** Two of them, for advice. */
export const CAPTION_EXAMPLES = CAPTION_LABELS.slice(0, 2).join(' or ')
