import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderJson } from './json/json'
import { renderMarkdown } from './markdown/markdown'
import { renderText } from './text/text'

const segments = [
  { startMs: 100, endMs: 4220, text: 'Hello there.', words: [{ startMs: 100, endMs: 300, text: 'Hello' }] },
  { startMs: 4220, endMs: 5000, text: 'Again.' },
  { startMs: 3_723_000, endMs: 3_724_001, text: 'Later *on* <b>.' },
]

test('renderText writes paragraphs with a blank line between them', () => {
  expect(renderText(segments)).toBe('Hello there. Again.\n\nLater *on* <b>.')
  expect(renderText([])).toBe('')
})

describe('renderJson', () => {
  test('gives text and segments in seconds', () => {
    expect(renderJson(segments)).toEqual({
      text: 'Hello there. Again.\n\nLater *on* <b>.',
      segments: [
        {
          start: 0.1,
          end: 4.22,
          duration: 4.12,
          text: 'Hello there.',
          words: [{ start: 0.1, end: 0.3, text: 'Hello' }],
        },
        { start: 4.22, end: 5, duration: 0.78, text: 'Again.' },
        { start: 3723, end: 3724.001, duration: 1.001, text: 'Later *on* <b>.' },
      ],
    })
  })

  test('every time has at most three decimals, written exactly', () => {
    const ms = fc.nat(2 ** 31 - 1)
    fc.assert(
      fc.property(ms, ms, (startMs, length) => {
        const json = JSON.stringify(renderJson([{ startMs, endMs: startMs + length + 1, text: 'x' }]).segments[0])
        const [start, end, duration] = json.match(/[\d.e+-]+(?=,)/g) ?? []
        const exact = (value: number) =>
          `${Math.floor(value / 1000)}.${String(value % 1000).padStart(3, '0')}`.replace(/\.?0+$/, '')
        expect([start, end, duration].map((value) => (value === '0' ? '0' : value))).toEqual(
          [startMs, startMs + length + 1, length + 1].map((value) =>
            value % 1000 === 0 ? String(value / 1000) : exact(value),
          ),
        )
      }),
    )
  })
})

describe('renderMarkdown', () => {
  test('has title, source and linked times, and escapes its own signs', () => {
    const markdown = renderMarkdown(segments, {
      title: 'C# *in* [10] minutes #',
      sourceUrl: 'https://example.com/watch?v=a_(b)',
      timeUrl: (ms) => `https://example.com/watch?v=a&t=${Math.floor(ms / 1000)}s`,
    })
    expect(markdown).toBe(
      [
        '# C# \\*in\\* \\[10\\] minutes \\#',
        'Source: [https://example.com/watch?v=a\\_(b)](https://example.com/watch?v=a_%28b%29)',
        '[0:00](https://example.com/watch?v=a&t=0s) Hello there. Again.',
        '[1:02:03](https://example.com/watch?v=a&t=3723s) Later \\*on\\* \\<b\\>.\n',
      ].join('\n\n'),
    )
  })

  test('works without any of them', () => {
    expect(renderMarkdown([{ startMs: 0, endMs: 1, text: 'a &amp; b & c' }], { title: null })).toBe(
      '**0:00** a \\&amp; b & c\n',
    )
    expect(renderMarkdown([{ startMs: 0, endMs: 1, text: '\\`*_[]<>|~ é字🇩🇪 #' }])).toBe(
      '**0:00** \\\\\\`\\*\\_\\[\\]\\<\\>\\|\\~ é字🇩🇪 \\#\n',
    )
    expect(renderMarkdown([])).toBe('\n')
  })
})
