import { describe, expect, test } from 'vitest'
import { plainText } from './page'
import { parsePage } from './parse-page'

const START = '# Title\n\nWhat it *is* about.\n'

test('a page has a title, a description and sections with anchors', () => {
  const page = parsePage('x', `${START}\nBefore.\n\n## The \`first\` one\n\nText.\n\n### Named {#by-name}\n\nMore.`)
  expect([page.title, page.description]).toEqual(['Title', 'What it is about.'])
  expect(page.sections.map(({ id, title }) => [id, plainText(title)])).toEqual([
    ['', ''],
    ['the-first-one', 'The first one'],
    ['by-name', 'Named'],
  ])
})

test('the same call in several languages is one group, and any other block is another', () => {
  const fence = (info: string) => `\`\`\`${info}\nx\n\`\`\`\n`
  const fences = ['sh run', 'ts run', 'python run', 'json Answer', 'sh Then'].map(fence).join('\n')
  const { sections } = parsePage('x', `${START}\n${fences}\nText.\n\n${fence('ts')}`)
  expect(sections[0]?.examples.map((group) => group.map(({ label, run }) => [label, run]))).toEqual([
    [
      ['curl', true],
      ['TypeScript', true],
      ['Python', true],
    ],
    [['Answer', false]],
    [['Then', false]],
    [['TypeScript', false]],
  ])
})

describe('is refused', () => {
  test.each([
    ['HTML', `${START}\n<script>alert(1)</script>`],
    ['HTML in a line', `${START}\nA <b>word</b>.`],
    ['a picture', `${START}\n![](x.png)`],
  ])('%s', (_, markdown) => {
    expect(() => parsePage('x', markdown)).toThrow('no place for')
  })

  test('a page without a title', () => {
    expect(() => parsePage('x', 'Text.')).toThrow('begins with no title')
  })

  test('an anchor that is there twice', () => {
    expect(() => parsePage('x', `${START}\n## A\n\n## A`)).toThrow('two anchors')
  })
})
