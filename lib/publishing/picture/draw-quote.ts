import path from 'node:path'
import type { OverlayOptions, default as Sharp } from 'sharp'
import { singletonPromise } from '@/lib/core/concurrency/singleton'
import { isRightToLeft } from './drawable'

export type QuotePicture = {
  words: string
  /** The title of the recording; empty: left out. */
  title: string
  /** When it is said, and by whom. */
  detail: string
  site: string
}

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
/** From the edge to the words, beside the bar. */
const INDENT = 36
const BAR_WIDTH = 6
const TOP = 72
const WORDS_HEIGHT = 352
const TITLE_TOP = 478
const DETAIL_TOP = 532
const SITE_WIDTH = 200
/** So high is a line at most: signs can bear any number of marks above each other. */
const LINE_HEIGHT = DETAIL_TOP - TITLE_TOP

/** Tried in this order until the words fit. */
const SIZES = [64, 56, 48, 42, 36, 32, 28] as const
const COLOURS = { paper: '#fbfaf7', ink: '#1d1c1a', soft: '#5c5953', accent: '#2b4a8b' } as const

const loadSharp = () =>
  singletonPromise('sharp', async () => {
    // fontconfig reads its settings at the first drawn text.
    process.env.FONTCONFIG_FILE = path.resolve('lib/publishing/picture/fonts.conf')
    return (await import('sharp')).default
  })

/** A time is read from the left, whatever script the name beside it has. */
const LEFT_TO_RIGHT = '\u200e'

type Text = { text: string; font: string; size: number; colour: string; width: number }

const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

async function drawText(make: typeof Sharp, { text, font, size, colour, width }: Text) {
  const markup = `<span foreground="${colour}">${escapeMarkup(text)}</span>`
  // At 72 dots an inch a point is a pixel.
  const image = make({
    text: {
      text: markup,
      font: `${font} ${size}`,
      width,
      wrap: 'word-char',
      spacing: Math.round(size / 5),
      rgba: true,
      dpi: 72,
    },
  })
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

type Drawn = Awaited<ReturnType<typeof drawText>>

/** The words as large as they fit; cut where they don't in the smallest size, which a long word without spaces can't be. */
async function drawWords(make: typeof Sharp, words: string): Promise<Drawn> {
  const width = WIDTH - 2 * MARGIN - INDENT
  for (const size of SIZES) {
    const drawn = await drawText(make, { text: words, font: 'DejaVu Serif', size, colour: COLOURS.ink, width })
    if (drawn.height <= WORDS_HEIGHT && drawn.width <= width) return drawn
  }
  const half = [...words].slice(0, Math.floor([...words].length / 2))
  return drawWords(make, `${half.join('')}…`)
}

/** Draws a line, shortened until it fits; null if it is empty or too high. */
async function drawLine(make: typeof Sharp, line: Text): Promise<Drawn | null> {
  if (line.text === '') return null
  const drawn = await drawText(make, { ...line, width: 4 * WIDTH })
  if (drawn.width <= line.width) return drawn.height <= LINE_HEIGHT ? drawn : null
  const characters = [...line.text.replace(/…$/, '')]
  const fitting = Math.min(characters.length - 1, Math.floor((characters.length * line.width) / drawn.width))
  return drawLine(make, { ...line, text: `${characters.slice(0, fitting).join('').trimEnd()}…` })
}

/** Draws a quote as a PNG for the previews of its link. What it says must be drawable (`isDrawable`). */
export async function drawQuote({ words, title, detail, site }: QuotePicture): Promise<Uint8Array<ArrayBuffer>> {
  const make = await loadSharp()
  const sans = { font: 'DejaVu Sans', width: WIDTH - 2 * MARGIN }
  const fromRight = isRightToLeft(words)
  const across = (drawn: Drawn, inset: number, mirrored: boolean) =>
    Math.round(mirrored ? WIDTH - inset - drawn.width : inset)
  const quoted = await drawWords(make, words)
  const titled = await drawLine(make, { ...sans, text: title, size: 30, colour: COLOURS.ink })
  const detailed = await drawLine(make, {
    ...sans,
    text: detail === '' ? '' : `${LEFT_TO_RIGHT}${detail}`,
    size: 26,
    colour: COLOURS.soft,
    width: sans.width - SITE_WIDTH,
  })
  const signed = await drawLine(make, { ...sans, text: site, size: 26, colour: COLOURS.accent })
  const bar = { width: BAR_WIDTH, height: quoted.height, channels: 3, background: COLOURS.accent } as const
  const layers: OverlayOptions[] = [
    { input: { create: bar }, left: fromRight ? WIDTH - MARGIN - BAR_WIDTH : MARGIN, top: TOP },
    { input: quoted.input, left: across(quoted, MARGIN + INDENT, fromRight), top: TOP },
    ...(titled ? [{ input: titled.input, left: across(titled, MARGIN, isRightToLeft(title)), top: TITLE_TOP }] : []),
    ...(detailed ? [{ input: detailed.input, left: MARGIN, top: DETAIL_TOP }] : []),
    ...(signed ? [{ input: signed.input, left: WIDTH - MARGIN - signed.width, top: DETAIL_TOP }] : []),
  ]
  const paper = make({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: COLOURS.paper } })
  const png = await paper.composite(layers).png({ palette: true, colours: 64 }).toBuffer()
  return new Uint8Array(png)
}
