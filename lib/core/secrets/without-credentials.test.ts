import { expect, test } from 'vitest'
import { withoutCredentials } from './without-credentials'

test.each([
  ['https://user:secret@feeds.example/show.xml?a=b@c#d@e', 'https://feeds.example/show.xml?a=b@c#d@e'],
  ['https://user@feeds.example', 'https://feeds.example'],
  ['https://:secret@feeds.example/', 'https://feeds.example/'],
  ['HTTPS://us@er:se:cret@feeds.example:8000/', 'HTTPS://feeds.example:8000/'],
  ['https:user:secret@feeds.example/', 'https:feeds.example/'],
  ['https:\\\\user:secret@feeds.example/', 'https:\\\\feeds.example/'],
  ['https://user:se cret@feeds.example/', 'https://feeds.example/'],
  ['feed://user:secret@feeds.example/', 'feed://feeds.example/'],
  ['//user:secret@feeds.example/', '//feeds.example/'],
  [' user:secret@feeds.example/show.xml', ' feeds.example/show.xml'],
  [
    'Hear https://a:b@one.example/x and https://c:d@two.example/y',
    'Hear https://one.example/x and https://two.example/y',
  ],
])('%j is shown without its user name and password', (text, shown) => {
  expect(withoutCredentials(text)).toBe(shown)
})

test.each([
  'https://feeds.example/@user/show.xml',
  'https://www.youtube.com/@channel',
  '@channel',
  'someone@mail.example',
  'https://feeds.example?user=a:b@c',
  'https://[2606:4700:4700::1111]:8000/a.mp3',
  'no link at all: here',
  '',
])('%j has none and stays as it is', (text) => {
  expect(withoutCredentials(text)).toBe(text)
})
