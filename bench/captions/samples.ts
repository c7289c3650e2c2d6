/** A cue of a file to be measured with: its text as a person reads it, with some markup. */
type SampleCue = { startMs: number; endMs: number; lines: string[] }

const WORDS = (
  'so the first thing that you notice about a river is how quiet it gets before it turns and then we walked along its ' +
  'bank for an hour talking about nothing in particular because nobody had slept well naïve people said it was the café ' +
  'music although I don’t think that anyone could hear it from there'
).split(' ')
const SHORTEST_LINE = 18
const LONGEST_LINE = 40

/** A generator of numbers in [0, 1) that gives the same ones for the same seed (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function makeLine(random: () => number): string {
  const wanted = SHORTEST_LINE + random() * (LONGEST_LINE - SHORTEST_LINE)
  let line = ''
  while (line.length < wanted) line += `${line === '' ? '' : ' '}${WORDS[Math.floor(random() * WORDS.length)]}`
  const kind = random()
  if (kind < 0.08) return `<i>${line}</i>`
  if (kind < 0.12) return `- ${line} &amp; ${WORDS[3]}?`
  return kind < 0.4 ? `${line}.` : line
}

/** Cues of one or two lines, 1 to 4 s long, mostly with a pause between them; one line in twelve is in italics. */
function makeCues(count: number, seed: number): SampleCue[] {
  const random = makeRandom(seed)
  let ms = 0
  return Array.from({ length: count }, () => {
    const startMs = ms + (random() < 0.3 ? 0 : Math.floor(random() * 1500))
    const endMs = startMs + 1000 + Math.floor(random() * 3000)
    ms = endMs
    const lines = [makeLine(random)]
    if (random() < 0.6) lines.push(makeLine(random))
    return { startMs, endMs, lines }
  })
}

function clock(ms: number, separator: string): string {
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  return `${hours}:${minutes}:${seconds}${separator}${String(ms % 1000).padStart(3, '0')}`
}

/** The text as a file's bytes decode to: one flat string that nothing has looked at yet. */
const asRead = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text))

/** An SRT file of so many cues, with counters. Another seed gives other cues. */
export function makeSrt(count: number, seed: number): string {
  const blocks = makeCues(count, seed).map(
    ({ startMs, endMs, lines }, index) =>
      `${index + 1}\n${clock(startMs, ',')} --> ${clock(endMs, ',')}\n${lines.join('\n')}\n`,
  )
  return asRead(blocks.join('\n'))
}

/** A WebVTT file of so many cues. Another seed gives other cues. */
export function makeWebvtt(count: number, seed: number): string {
  const blocks = makeCues(count, seed).map(
    ({ startMs, endMs, lines }) => `${clock(startMs, '.')} --> ${clock(endMs, '.')}\n${lines.join('\n')}\n`,
  )
  return asRead(`WEBVTT\n\n${blocks.join('\n')}`)
}

/** A line without markup: json3 has none, so that it would be text. */
const withoutMarkup = (line: string) => line.replace(/<\/?i>/g, '').replace('&amp;', '&')

/** A json3 file of the cues that `makeSrt` writes, as uploaded captions have them. Another seed gives other events. */
export function makeJson3(count: number, seed: number): string {
  const events = makeCues(count, seed).map(({ startMs, endMs, lines }) => ({
    tStartMs: startMs,
    dDurationMs: endMs - startMs,
    segs: [{ utf8: lines.map(withoutMarkup).join('\n') }],
  }))
  return asRead(JSON.stringify({ wireMagic: 'pb3', events }))
}
