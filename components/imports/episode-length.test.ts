import { expect, test } from 'vitest'
import { episodeLength } from './episode-length'

test.each([
  ['3723', '1:02:03'],
  ['1:02:03', '1:02:03'],
  ['62:03', '1:02:03'],
  ['about an hour', 'about an hour'],
  [null, null],
])('an episode whose feed says %s is %s long', (said, shown) => {
  expect(episodeLength(said)).toBe(shown)
})
