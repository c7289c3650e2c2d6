import { createRequire } from 'node:module'
import { parse as parseWithPlussub } from '@plussub/srt-vtt-parser'
import { parseText as parseWithMediaCaptions } from 'media-captions'
import nodeWebvtt from 'node-webvtt'
import { build as buildWithSubsrt, parse as parseWithSubsrt } from 'subsrt-ts'
import { parseSync, stringifySync } from 'subtitle'
import { makeSrt } from '@/bench/captions/samples'
import type { ParsedCues } from '@/lib/captions/cue'
import { parseSrt, renderSrt } from '@/lib/captions/formats/srt/srt'
import { parseWebvtt, renderWebvtt } from '@/lib/captions/formats/webvtt/webvtt'
import { parseJson3 } from '@/lib/captions/formats/youtube/json3'
import { toSegments } from '@/lib/captions/layout/segments'

// Its CommonJS exports can't be imported by name.
const { WebVTTParser }: typeof import('webvtt-parser') = createRequire(import.meta.url)('webvtt-parser')

/** A read file: its number of cues, and a writer in the same format where there is one. */
export type ReadFile = { cues: number; write: (() => string) | null }

/**
 * A reader of one format. `maxCues` bounds the files it is given, where its time grows with their square. `make` makes them, where they
 * are of another format than those of the others.
 */
export type Contender = {
  name: string
  read: (text: string) => ReadFile | Promise<ReadFile>
  maxCues?: number
  make?: (cues: number, seed: number) => string
}

type Render = (segments: ReturnType<typeof toSegments>) => string

const verbatim = (parse: (text: string) => ParsedCues, render: Render): Contender => ({
  name: 'Verbatim',
  read: (text) => {
    const { cues } = parse(text)
    return { cues: cues.length, write: () => render(toSegments(cues)) }
  },
})

const subsrt = (format: 'srt' | 'vtt'): Contender => ({
  name: 'subsrt-ts',
  read: (text) => {
    const captions = parseWithSubsrt(text, { format })
    const cues = captions.filter((caption) => caption.type === 'caption').length
    return { cues, write: () => buildWithSubsrt(captions, { format }) }
  },
})

const subtitle = (format: 'SRT' | 'WebVTT'): Contender => ({
  name: 'subtitle',
  read: (text) => {
    const nodes = parseSync(text)
    return { cues: nodes.filter(({ type }) => type === 'cue').length, write: () => stringifySync(nodes, { format }) }
  },
})

const plussub: Contender = {
  name: '@plussub/srt-vtt-parser',
  read: (text) => ({ cues: parseWithPlussub(text).entries.length, write: null }),
}

const mediaCaptions = (type: 'srt' | 'vtt'): Contender => ({
  name: 'media-captions',
  read: async (text) => ({ cues: (await parseWithMediaCaptions(text, { type })).cues.length, write: null }),
  maxCues: 12_000,
})

const webvttOfNode: Contender = {
  name: 'node-webvtt',
  read: (text) => {
    const file = nodeWebvtt.parse(text)
    return { cues: file.cues.length, write: () => nodeWebvtt.compile(file) }
  },
}

const webvttParser: Contender = {
  name: 'webvtt-parser',
  read: (text) => ({ cues: new WebVTTParser().parse(text, 'captions').cues.length, write: null }),
}

/** The readers of json3, which none of the libraries reads: ours writes it as SRT, and beside it reads the same cues as SRT. */
export const JSON3_CONTENDERS: readonly Contender[] = [
  verbatim(parseJson3, renderSrt),
  { ...verbatim(parseSrt, renderSrt), name: 'Verbatim, SRT', make: makeSrt },
]

/** The readers of SRT, ours first. */
export const SRT_CONTENDERS: readonly Contender[] = [
  verbatim(parseSrt, renderSrt),
  subsrt('srt'),
  subtitle('SRT'),
  plussub,
  mediaCaptions('srt'),
]

/** The readers of WebVTT, ours first. */
export const WEBVTT_CONTENDERS: readonly Contender[] = [
  verbatim(parseWebvtt, renderWebvtt),
  subsrt('vtt'),
  subtitle('WebVTT'),
  webvttOfNode,
  plussub,
  webvttParser,
  mediaCaptions('vtt'),
]
