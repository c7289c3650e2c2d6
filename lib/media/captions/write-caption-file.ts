/** The packet of one cue in a container. `durationMs`: null where it gives none. */
export type TextPacket = { startMs: number; durationMs: number | null; payload: Buffer }

/** The text of a packet, a character for each byte, so that its charset does not matter here. */
type Cue = { startMs: number; endMs: number; text: string }
type Format = {
  header: string
  /** The text of a packet; absent: all of its bytes. */
  textOf?: (payload: Buffer) => string
  decimalSign: string
  write: (times: { start: string; end: string }, text: string, number: number) => string
}

/** How long the last cue is shown where its track gives no durations. */
const LAST_CUE_MS = 5_000

const pad = (value: number, digits: number) => String(value).padStart(digits, '0')

function formatTime(ms: number, decimalSign: string): string {
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(seconds % 60, 2)}${decimalSign}${pad(ms % 1000, 3)}`
}

/** The last bytes of the dashes that parsers of captions accept in arrows, in UTF-8. */
const ARROW_HEAD = /(?<=[-\x93\x94] ?)>/g

/** The lines of a packet's text: a blank line would end the cue, and an arrow begin another. */
function linesOf(text: string): string {
  const lines = text.split(/\r\n|[\n\r]/).filter((line) => line.trim() !== '')
  return lines.join('\n').replace(ARROW_HEAD, '&gt;')
}

const SRT: Format = {
  header: '',
  decimalSign: ',',
  write: ({ start, end }, text, number) => `${number}\n${start} --> ${end}\n${linesOf(text)}\n\n`,
}

/**
 * The text of a sample of timed text: its length and then that many bytes, UTF-16 if they begin with its mark.
 * @see 3GPP TS 26.245, 5.17.1
 */
function timedText(sample: Buffer): string {
  if (sample.length < 2) return ''
  const text = sample.subarray(2, 2 + sample.readUInt16BE(0))
  const isWide = text[0] === 0xfe && text[1] === 0xff
  return isWide ? Buffer.from(new TextDecoder('utf-16be').decode(text)).toString('latin1') : text.toString('latin1')
}

/**
 * Matroska's form of an event: its number in the file and the fields of a `Dialogue` line without times.
 * @see https://www.matroska.org/technical/subtitles.html#ssaass-subtitles
 */
const EVENT = /^\d*,(\d*),(.*)$/s

const ASS: Format = {
  header:
    '[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n',
  decimalSign: '.',
  write: ({ start, end }, text) => {
    const [, layer = '', fields = ''] = EVENT.exec(text.replace(/[\r\n]+/g, '\\N')) ?? []
    return `Dialogue: ${layer},${start},${end},${fields}\n`
  },
}

const FORMATS: Readonly<Record<string, Format>> = {
  subrip: SRT,
  text: SRT,
  mov_text: { ...SRT, textOf: timedText },
  ass: ASS,
  ssa: ASS,
  webvtt: {
    header: 'WEBVTT\n\n',
    decimalSign: '.',
    write: ({ start, end }, text) => `${start} --> ${end}\n${linesOf(text)}\n\n`,
  },
}

/** The codecs, by ffmpeg's names, of tracks that are text, not pictures of text. */
export const TEXT_CODECS: ReadonlySet<string> = new Set(Object.keys(FORMATS))

function toCues(packets: readonly TextPacket[], textOf: (payload: Buffer) => string): Cue[] {
  return packets.flatMap(({ startMs, durationMs, payload }, index): Cue[] => {
    const text = textOf(payload)
    const nextMs = packets[index + 1]?.startMs ?? startMs + LAST_CUE_MS
    const endMs = durationMs === null ? Math.max(nextMs, startMs) : startMs + durationMs
    return text.trim() === '' || endMs < 0 ? [] : [{ startMs: Math.max(0, startMs), endMs, text }]
  })
}

/** The packets of a text track as the bytes of a caption file in the format, and the charset, that they are stored in. */
export function writeCaptionFile(codec: string, packets: readonly TextPacket[]): Buffer {
  const format = FORMATS[codec]
  if (!format) throw new Error(`no caption file can be written from ${codec}`)
  const { header, textOf = (payload) => payload.toString('latin1'), decimalSign, write } = format
  const cues = toCues(packets, textOf).map(({ startMs, endMs, text }, index) => {
    const times = { start: formatTime(startMs, decimalSign), end: formatTime(endMs, decimalSign) }
    return write(times, text, index + 1)
  })
  return Buffer.from(header + cues.join(''), 'latin1')
}
