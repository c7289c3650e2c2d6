import { describe, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { recognise } from './recognise'
import { outcome } from './testing/outcome'

setEnv({ BASE_URL: 'http://localhost:3000' })

const ID = 'dQw4w9WgXcQ'

describe('a link that only looks like a platform', () => {
  test.each([
    `https://youtube.com.evil.example/watch?v=${ID}`,
    `https://notyoutube.com/watch?v=${ID}`,
    `https://youtube.com-evil.example/watch?v=${ID}`,
    `https://evil.example/https://youtube.com/watch?v=${ID}`,
    `https://evil.example/?u=https://youtu.be/${ID}`,
    `https://evil.example/#https://youtu.be/${ID}`,
    `https://evil.example\\@youtube.com/watch?v=${ID}`,
    `https://youtube.co/watch?v=${ID}`,
    `https://www.youtube.com.br/watch?v=${ID}`,
    `https://уoutube.com/watch?v=${ID}`,
    `https://xn--outube-vrf.com/watch?v=${ID}`,
    `https://youtubе.com/watch?v=${ID}`,
    `https://youtu.be.evil.example/${ID}`,
    'https://x.com.evil.example/a/status/20',
    'https://ax.com/a/status/20',
    'https://t.co.evil.example/AbC',
    'https://at.co/AbC',
    'https://nottiktok.com/@a/video/7047596209028074758',
    'https://facebook.com.evil.example/reel/123456',
    'https://instagram.co/p/CmCVWoIr9OH/',
    'https://myxhslink.com/a/b',
    'https://vimeo.com.evil.example/76979871',
    'https://google.com.evil.example/url?q=https://youtu.be/dQw4w9WgXcQ',
  ])('%s is any link', (pasted) => {
    expect(outcome(pasted)).toMatch(/^link https:\/\//)
  })
})

describe('a link that is never opened', () => {
  test.each([
    `https://youtube.com@evil.example/watch?v=${ID}`,
    `https://user:secret@www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com:8080/watch?v=${ID}`,
    'javascript:alert(1)',
    `javascript://youtube.com/%0aalert(1)//watch?v=${ID}`,
    `javascript:fetch('https://youtu.be/${ID}')`,
    `data:text/html,<a href="https://youtu.be/${ID}">`,
    'file:///etc/passwd',
    `ftp://youtube.com/watch?v=${ID}`,
    `blob:https://youtube.com/${ID}`,
    'intent://127.0.0.1/a#Intent;scheme=https;end',
    'http://localhost/a.mp3',
    'http://169.254.169.254/latest',
    'http://2130706433/a.mp3',
    'http://[::ffff:127.0.0.1]/a.mp3',
    'http://１２７.0.0.1/a.mp3',
    'http://127。0。0。1/a.mp3',
    'feed://10.0.0.1/feed',
    'https://youtube/watch',
  ])('%s is a blocked_url', (pasted) => {
    expect(outcome(pasted)).toBe('blocked_url')
  })
})

describe('a link that is damaged', () => {
  test.each([
    '   ',
    'hello',
    'https://',
    'https://%00/',
    `https://youtu.be/${ID}\0`,
    `https://youtu\u0007.be/${ID}`,
    `https://youtu..be/${ID}`,
    'https://youtu.be/dQw4w9WgXc',
    'https://www.youtube.com/watch?v=',
    'https://www.youtube.com/watch?v=%3Cscript%3E',
    'https://www.youtube.com/watch?v=dQw4w9Wg…',
    'https://www.youtube.com/watch?v=dQw4w9Wg%00cQ',
    'https://www.youtube.com/shorts/..%2F..%2Fa',
    'https://www.tiktok.com/@a/video/12345678901234567890123',
    'https://x.com/a/status/123456789012345678901234',
    'https://x.com/a/status/../status',
    'https%3A%2F%2F%ZZ',
    'dQw4w9WgXc',
    'dQw4w9WgXcQQ',
    `https://youtu.be/${'a'.repeat(20_000)}`,
  ])('%j is an invalid_url', (pasted) => {
    expect(outcome(pasted)).toBe('invalid_url')
  })
})

describe('a path that climbs or hides slashes', () => {
  test.each([
    [
      'https://www.tiktok.com/@a%2F..%2F..%2Fb/video/7047596209028074758',
      'https://www.tiktok.com/@_/video/7047596209028074758',
    ],
    [
      'https://www.tiktok.com/@a/../@b/video/7047596209028074758',
      'https://www.tiktok.com/@b/video/7047596209028074758',
    ],
    ['https://www.facebook.com/a%2Fb%3Fc/posts/123456', 'https://www.facebook.com/a%2Fb%3Fc/posts/123456'],
    ['https://www.facebook.com/groups/%2E%2E%2Fx/posts/123456', 'https://www.facebook.com/groups/..%2Fx/posts/123456'],
    ['https://vimeo.com/a%2Fb/review/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
  ])('%s is opened as %s', (pasted, openUrl) => {
    expect(recognise(pasted)).toMatchObject({ kind: 'recording', ref: { openUrl } })
  })
})

test('the secret of a link is in no problem about it', () => {
  for (const pasted of [
    'https://user:hunter2@vimeo.com/1',
    'https://vimeo.com/a/b/hunter2?h=hunter2',
    'https://www.xiaohongshu.com/explore?xsec_token=hunter2',
  ]) {
    try {
      recognise(pasted)
      expect.unreachable()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      expect(JSON.stringify([error.message, error.context, String(error.cause)])).not.toContain('hunter2')
    }
  }
})

test('any junk is a problem or a link, and soon', () => {
  const junk = [
    '%',
    ')',
    '&amp;',
    'https://',
    '/',
    '"',
    '<',
    'a.',
    '\u202e',
    '％',
    '[',
    'v=',
    '#p/',
    '。',
    ' ',
    'www.youtube.com/',
    ':',
    '@',
  ]
  for (const chunk of junk) {
    for (const around of ['', 'https://youtu.be/', 'https://www.facebook.com/', 'https://vimeo.com/', 'x ']) {
      expect(outcome(around + chunk.repeat(2048 / chunk.length))).toMatch(/^[a-z]/)
    }
  }
})
