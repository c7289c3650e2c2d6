import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runSteps } from '@/lib/captions/parsing/steps'
import { propertyRuns } from '@/test/property-runs'
import { pageSteps } from './page'

const LIMITS = { seed: 20_261_121, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false }

const PAGE = `<!doctype html><html><head><base href="/show/"><link rel="canonical" href="https://pod.example/e/1">
<link rel="alternate" type="application/rss+xml" href="feed.xml" title="Feed"><meta property="og:audio" content="a.mp3">
<script type="application/ld+json">{"@type":"PodcastEpisode","name":"One &amp; two","associatedMedia":{"contentUrl":"b.mp3"}}</script>
</head><body><audio src="c.mp3"><source src="d.ogg"></audio></body></html>`

const TRICKY = fc.constantFrom(
  ...[
    '<',
    '>',
    '"',
    "'",
    '/',
    '=',
    '&',
    '\0',
    '\ud800',
    '<!--',
    ']]>',
    '<script',
    '</script>',
    '<base href="//[">',
    '{',
    '}',
    '[',
  ],
  ...[
    '"@graph":[',
    '"__proto__":',
    'javascript:',
    'http://[::1',
    'data:',
    '%',
    '<svg>',
    '<![CDATA[',
    'type="application/ld+json"',
    '\\u0000',
  ],
)
const edit = fc.record({
  at: fc.nat(PAGE.length),
  cut: fc.nat(30),
  add: fc.oneof(TRICKY, fc.string({ unit: 'binary', maxLength: 6 })),
})

function expectSound(text: string): void {
  const page = runSteps(pageSteps([text], 'https://pod.example/e/1'))
  const { ownUrls, feedUrls, audioUrls, statedAudioUrls } = page
  for (const address of [...ownUrls, ...feedUrls, ...audioUrls, ...statedAudioUrls])
    expect(address).toMatch(/^https?:\/\//)
  expect(audioUrls).toEqual(expect.arrayContaining(statedAudioUrls))
  for (const title of page.episodeTitles) expect(title.trim()).not.toBe('')
}

test('a whole podcast page gives its links', () => {
  const page = runSteps(pageSteps([PAGE], 'https://pod.example/e/1'))
  expect(page).toMatchObject({ feedUrls: ['https://pod.example/show/feed.xml'], episodeTitles: ['One & two'] })
  const audio = ['a.mp3', 'c.mp3', 'd.ogg'].map((name) => `https://pod.example/show/${name}`)
  expect(page.audioUrls).toEqual(expect.arrayContaining(audio))
})

test('a damaged page gives web addresses or nothing', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
      expectSound(edits.reduce((text, { at, cut, add }) => text.slice(0, at) + add + text.slice(at + cut), PAGE))
    }),
    { ...LIMITS, numRuns: propertyRuns(2_000) },
  )
  fc.assert(
    fc.property(fc.array(TRICKY, { maxLength: 60 }), (chunks) => expectSound(chunks.join(''))),
    { ...LIMITS, numRuns: propertyRuns(1_000) },
  )
})

test.each([
  '<div>',
  '<script type="application/ld+json">',
  '<link ',
  '"',
  '<!--',
  '<audio src="a.mp3">',
  '{"@graph":[',
])(
  'a megabyte of %s is read about as fast as it comes',
  // Only what takes more than linear time reaches the test's time limit.
  (chunk) => expectSound(chunk.repeat(1_000_000 / chunk.length)),
)
