import { expect, test } from 'vitest'
import { refOf } from '../testing/ref-of'
import { testLinks } from '../testing/test-links'
import links from './links.json'

testLinks(links)

test('the second video of a post is another recording than the first', () => {
  const [first, second] = [1, 2].map((number) => refOf(`https://x.com/a/status/1600649710662213632/video/${number}`))
  expect(first).toEqual(refOf('https://x.com/a/status/1600649710662213632'))
  expect(second).toMatchObject({
    videoId: first?.videoId,
    openUrl: 'https://x.com/i/status/1600649710662213632/video/2',
  })
  expect(second?.accessKey).not.toBe(first?.accessKey)
})
