import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placeFigures, toFigures } from './write-figures'

const DOCUMENT = `# Figures

<!-- figures: polls -->

| old |

<!-- end of figures -->

Said of them.

<!-- figures: pages -->
<!-- end of figures -->
`

test('printed figures replace the earlier ones, and nothing else changes', () => {
  const placed = placeFigures(
    DOCUMENT,
    new Map([
      ['polls', '| new |'],
      ['pages', '$1 $&'],
    ]),
  )
  expect(placed).toBe(`# Figures

<!-- figures: polls -->

| new |

<!-- end of figures -->

Said of them.

<!-- figures: pages -->

$1 $&

<!-- end of figures -->
`)
  expect(
    placeFigures(
      placed,
      new Map([
        ['polls', '| new |'],
        ['pages', '$1 $&'],
      ]),
    ),
  ).toBe(placed)
})

test('a text without a place and a place without a text are said', () => {
  expect(() => placeFigures(DOCUMENT, new Map([['polls', '']]))).toThrow('has a place for pages')
  expect(() =>
    placeFigures(
      DOCUMENT,
      new Map([
        ['polls', ''],
        ['pages', ''],
        ['load', ''],
      ]),
    ),
  ).toThrow('no place for load')
})

test('the machine is named once, by the head', () => {
  const printed = '\n2 × this machine\n\n| a | b |\n| - | - |\n\n\n2 × this machine\n\nwanted: 3\n'
  expect(toFigures('polls 5', printed, '2 × this machine')).toBe(
    '    npm run bench -- polls 5\n\n| a | b |\n| - | - |\n\nwanted: 3',
  )
})

test('docs/performance.md has a place for every bench, and for the run', () => {
  const document = readFileSync('docs/performance.md', 'utf8')
  const names = [...readFileSync('bench/run.ts', 'utf8').matchAll(/^ {2}'?([a-z-]+)'?: \{(?: shows|$)/gm)].map(
    ([, name]) => name,
  )
  const places = [...document.matchAll(/<!-- figures: ([^>]+) -->/g)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(10)
  expect(places.sort()).toEqual(['the run', ...names].sort())
})
