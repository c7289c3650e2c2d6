import { describe, expect, test } from 'vitest'
import { testLinks } from '../testing/test-links'
import { videoOnPage } from './links'
import links from './links.json'

testLinks(links)

describe('the video of a YouTube page', () => {
  test.each([
    ['{"currentVideoEndpoint":{"a":{},"watchEndpoint":{"videoId":"dQw4w9WgXcQ"}}}', 'dQw4w9WgXcQ'],
    ['{"other":{"videoId":"aaaaaaaaaaa"},"videoDetails": { "videoId" : "dQw4w9WgXcQ" }}', 'dQw4w9WgXcQ'],
    ['{"other":{"videoId":"aaaaaaaaaaa"}}', null],
    ['{"videoDetails":{"videoId":"short"}}', null],
    ['', null],
  ])('%s is %s', (html, id) => {
    expect(videoOnPage(html)).toBe(id)
  })
})
