import { expect, test } from 'vitest'
import { parseBatch, parseCsv } from './batch-file'

test('a list has a source in each line, but for empty lines and comments', () => {
  expect(parseBatch('https://a.example/a.mp3\r\n\n# later\n  talk.mp4 \n')).toEqual([
    { source: 'https://a.example/a.mp3' },
    { source: 'talk.mp4' },
  ])
})

test('CSV names its sources in the column url, beside any other columns', () => {
  const text =
    '\ufeffTitle,URL,custom_id,lang\n"A talk, long",https://a.example/a.mp3,7,de\n,,,\nNo link,,8,\nLast,b.mp4\n'
  expect(parseBatch(text)).toEqual([
    { source: 'https://a.example/a.mp3', customId: '7', lang: 'de' },
    { source: 'b.mp4' },
  ])
})

test.each([
  ['a single column', 'url\na\nb'],
  ['semicolons', 'no;url\n1;a\n2;b\n'],
  ['tabs', 'url\tno\r\na\t1\r\nb\t2'],
])('CSV with %s is read', (_name, text) => {
  expect(parseBatch(text).map(({ source }) => source)).toEqual(['a', 'b'])
})

test('quoted fields hold separators, line breaks and quotes', () => {
  expect(parseCsv('"a ""b""","c,\nd"\ne,', ',')).toEqual([
    ['a "b"', 'c,\nd'],
    ['e', ''],
  ])
})
