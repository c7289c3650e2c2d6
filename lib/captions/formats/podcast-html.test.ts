import { expect, test } from 'vitest'
import { isDeepRun } from '@/test/property-runs'
import { toCandidate } from './format'
import { parsePodcastHtml, podcastHtml } from './podcast-html'

const isPodcastHtml = (html: string) => podcastHtml.detect(toCandidate(html))

const page = (body: string) => `<!DOCTYPE html><html><head><title>Ep. 1</title></head><body>${body}</body></html>`
const read = (html: string) =>
  parsePodcastHtml(html).cues.map(({ startMs, endMs, speaker = null, text }) => [startMs, endMs, speaker, text])
/** Long enough for its time not to be shortened. */
const LONG = 'word '.repeat(60).trim()

test('names, times and paragraphs become cues that last until the next', () => {
  const html = page(
    `<h1>Episode 1</h1><cite>Sarah:</cite><time>0:53</time><p>${LONG} caf&eacute; &amp; <b>tea</b>.</p>` +
      `<cite> Tom </cite>\n<time datetime="PT62M">1:02:03</time>\n<p>Hi.</p><p>Second<br>line.</p><script>no()</script>`,
  )
  expect(isPodcastHtml(html)).toBe(true)
  expect(read(html)).toEqual([
    [53_000, expect.any(Number), 'Sarah', `${LONG} café & tea.`],
    [3_723_000, 3_724_000, 'Tom', 'Hi.\nSecond\nline.'],
  ])
})

test.each<[string, string, unknown[][]]>([
  [
    'a short line before a long pause ends when it is said',
    '<time>0:00</time><p>Hello.</p><time>10:00</time><p>Bye.</p>',
    [
      [0, 6440, null, 'Hello.'],
      [600_000, 601_000, null, 'Bye.'],
    ],
  ],
  [
    'a name lasts until the next',
    '<cite>Ann</cite><time>0:00</time><p>One.</p><time>0:02</time><p>Two.</p><cite>Bob</cite><time>0:04</time><p>Three.</p>',
    [
      [0, 2000, 'Ann', 'One.'],
      [2000, 4000, 'Ann', 'Two.'],
      [4000, 5000, 'Bob', 'Three.'],
    ],
  ],
  [
    'a time may come before the name, or within the paragraph or the name',
    '<time>0:01</time><cite>Ann:</cite><p>One.</p><p><time>[00:02]</time> Two.</p><cite>Bob <time>(0:03.5)</time></cite><p>Three.</p>',
    [
      [1000, 2000, 'Ann', 'One.'],
      [2000, 3500, 'Ann', 'Two.'],
      [3500, 4500, 'Bob', 'Three.'],
    ],
  ],
  [
    'who has a name and no time shares the time of the one before',
    '<cite>Ann</cite><time>0:00</time><p>Four</p><cite>Bob</cite><p>Five</p><cite>Ann</cite><time>0:02</time><p>End</p>',
    [
      [0, 1000, 'Ann', 'Four'],
      [1000, 2000, 'Bob', 'Five'],
      [2000, 3000, 'Ann', 'End'],
    ],
  ],
  [
    'a title and a year within a sentence are a part of it',
    '<time>0:00</time><p>I read <cite>Dune</cite> in <time>1984</time>.</p><time>0:03</time><p><time>1985</time> too.</p>',
    [
      [0, 3000, null, 'I read Dune in 1984.'],
      [3000, 4000, null, '1985 too.'],
    ],
  ],
  [
    'a time that goes back ends no cue before it begins',
    '<time>0:09</time><p>One.</p><time>0:02</time><p>Two.</p>',
    [
      [9000, 10_000, null, 'One.'],
      [2000, 3000, null, 'Two.'],
    ],
  ],
])('%s', (_, html, cues) => {
  expect(read(html)).toEqual(cues)
})

const UNITS = [
  '<b>',
  '</i>',
  '<p>',
  '</p>',
  '<cite>',
  '<cite>a</cite>',
  '<time>',
  '<time>0:01</time>',
  '<time>0:01',
  '<p>x<cite>a',
]
const MORE = [
  '<',
  '&',
  '&amp',
  '<!--',
  '<time ',
  '<p ',
  ' ',
  '\n',
  '<cite>a</cite>x ',
  '<br>',
  '<script>',
  '<style></style>',
  'x<time>1</time>',
]

test.each([...UNITS, ...MORE])('megabytes of %j behind a transcript are read', (unit) => {
  const much = unit.repeat((isDeepRun ? 2_000_000 : 500_000) / unit.length)
  const html = `<time>0:00</time><p>Hello</p><time>0:05</time><p>Bye</p>${much}`
  expect(isPodcastHtml(html)).toBe(true)
  expect(isPodcastHtml(much)).toBe(false)
  expect(parsePodcastHtml(html).cues[0]?.text).toMatch(/^Hello/)
})
