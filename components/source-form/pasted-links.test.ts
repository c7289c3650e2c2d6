import { expect, test } from 'vitest'
import { pastedLinks } from './pasted-links'

test.each([
  ['lines of links', 'https://youtu.be/a\r\n\n  vimeo.com/1 \n', ['https://youtu.be/a', 'vimeo.com/1']],
  ['a link twice among others', 'a.example/1\na.example/2\na.example/1', ['a.example/1', 'a.example/2']],
  ['a single link', 'https://youtu.be/a\n', []],
  ['the same link twice', 'https://youtu.be/a\nhttps://youtu.be/a', []],
  ['text with a link', 'See this:\nhttps://youtu.be/a', []],
  ['links in one line', 'https://youtu.be/a https://youtu.be/b', []],
])('a paste of %s', (_name, text, links) => {
  expect(pastedLinks(text)).toEqual(links)
})
