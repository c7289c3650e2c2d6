import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readVisibleText } from './read-visible-text'

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['app', 'components', 'extension/src/panel', 'pages']

/** Where words stand: `words.ts` of an area, and `…-words.ts` beside it. */
const WORDS = /[/-]words\.ts$/

/** Texts that are the same in every language. */
const LEFT_ALONE: Readonly<Record<string, readonly string[]>> = {
  // Examples of what is typed, and code.
  'app/oauth/authorize/page.tsx': ['Authorization: Bearer vbt_…'],
  'components/connect/code-form.tsx': ['BDWP-HQPK'],
  'components/status/status-screen.tsx': ['GET /v1/status'],
  'components/sign-in/sign-in-panel.tsx': ['you@example.com'],
  'components/webhooks/webhook-screen.tsx': ['https://example.com/verbatim'],
  // A speech, and names of formats.
  'components/home/example.tsx': [
    'And so, my fellow Americans,',
    'ask not',
    'what your country can do for you,',
    'ask what you can do for your country.',
    'WebVTT',
    'Markdown',
  ],
  // A line of the log.
  'app/(dashboard)/settings/usage/page.tsx': ['the subscription could not be reconciled on the way back'],
  // Names of browsers, search engines and standards.
  'app/layout.tsx': ['light dark'],
  'components/public-page/public-head.tsx': ['light dark'],
  'components/transcript-viewer/text/text-paragraphs.tsx': ['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'],
  'components/transcript-viewer/text/scrolling.ts': ['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown'],
  'components/source-form/upload-file.ts': ['AbortError'],
  'app/sign-in/local/route.ts': ['GET, POST'],
  // The name of what a process keeps.
  'app/docs/page-html.tsx': ['docs html'],
  'app/t/[slug]/structured-data.ts': [
    'Article',
    'AudioObject',
    'Person',
    'PodcastEpisode',
    'PodcastSeries',
    'SeekToAction',
    'VideoObject',
  ],
  // A line of the log.
  'app/t/[slug]/image/route.tsx': ['the picture of a quote could not be drawn, so it is that of the page'],
  'components/uploads/drop-target.tsx': ['Files'],
  // An error of the programmer's.
  'extension/src/panel/screen.ts': ['The panel has no #'],
  'components/notices/browser-notice.ts': ['Notification'],
}

/** Files of nothing but names: as good a place for a translator as `words.ts`, or without a word of the interface. */
const NAMES_ALONE = new Set(['components/curl-call.ts', 'app/fonts.ts', 'app/robots.txt/route.ts'])

const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    path.posix.join(folder, name),
  ),
).filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !WORDS.test(file))

const textsOf = (file: string) => readVisibleText(file, readFileSync(path.join(ROOT, file), 'utf8'))

test('every text that people see is in a module of words', () => {
  const elsewhere = files
    .filter((file) => !NAMES_ALONE.has(file))
    .flatMap((file) =>
      textsOf(file)
        .filter(({ text }) => !LEFT_ALONE[file]?.includes(text))
        .map(({ line, text }) => `${file}:${line} ${text}`),
    )
  expect(elsewhere).toEqual([])
})

test('nothing is left alone that is not there', () => {
  const gone = Object.entries(LEFT_ALONE).flatMap(([file, texts]) => {
    const there = new Set(textsOf(file).map(({ text }) => text))
    return texts.filter((text) => !there.has(text)).map((text) => `${file} ${text}`)
  })
  const empty = [...NAMES_ALONE].filter((file) => textsOf(file).length === 0)
  expect([...gone, ...empty]).toEqual([])
})

describe('a text is found', () => {
  const read = (source: string) => readVisibleText('a.tsx', source).map(({ text }) => text)

  test.each([
    ['in an element', '<p>or</p>', 'or'],
    ['beside a value', '<p>{count} left</p>', 'left'],
    ['over several lines', '<p>\n  No mail\n  yet\n</p>', 'No mail yet'],
    ['that is read out', '<a aria-label="home" />', 'home'],
    ['as the title of a part of our own', '<PageHeading title={`Hello`} />', 'Hello'],
    ['in an attribute of any name', '<Ask lead="What it is for" />', 'What it is for'],
    ['in a choice', '<p>{done ? "Done" : ""}</p>', 'Done'],
    ['in a constant', 'const SAID = "Try again"', 'Try again'],
    ['in a table', 'const NAMES = { a: "Two words" }', 'Two words'],
    ['around a value', `const said = (name: string) => \`gone from \${name}\``, 'gone from'],
    ['as a default', 'function say(what = "Copied") {}', 'Copied'],
    ['in other letters', '<p>{"Привет"}</p>', 'Привет'],
  ])('%s', (_, source, text) => {
    expect(read(source)).toEqual([text])
  })

  test.each([
    ['the names of classes', '<p className="flex Title" data-x="flex gap-3 text-sm" />'],
    ['what is imported', 'import Link from "Next Link"'],
    ['a directive', '"use client"'],
    ['a key that is compared', 'if (key === "Escape") stop()'],
    ['a type', 'type Look = "Big Small"'],
    ['an id, an address, a header', 'call("user_code", "/v1/me", "content-type", "GET")'],
    ['numbers and signs', '<p>{1} · 2×</p>'],
  ])('and not %s', (_, source) => {
    expect(read(source)).toEqual([])
  })
})

test("a file that can't be parsed is reported", () => {
  expect(() => readVisibleText('a.tsx', '<p>')).toThrow(/^a\.tsx: /)
})
