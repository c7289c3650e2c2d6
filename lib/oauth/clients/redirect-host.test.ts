import { expect, test } from 'vitest'
import { redirectHost, redirectInWords } from './redirects'

test.each([
  ['https://claude.ai/api/mcp/auth_callback', 'claude.ai', 'claude.ai'],
  ['http://localhost:1234/cb', 'localhost:1234', 'A program on this computer, at localhost:1234'],
  ['http://[::1]:9/cb', '[::1]:9', 'A program on this computer, at [::1]:9'],
  [
    'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/',
    'abcdefghijklmnopabcdefghijklmnop.chromiumapp.org',
    'The browser extension abcdefghijklmnopabcdefghijklmnop',
  ],
  ['https://chromiumapp.org/', 'chromiumapp.org', 'chromiumapp.org'],
  ['https://short.chromiumapp.org/', 'short.chromiumapp.org', 'short.chromiumapp.org'],
  [
    'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org:444/',
    'abcdefghijklmnopabcdefghijklmnop.chromiumapp.org:444',
    'abcdefghijklmnopabcdefghijklmnop.chromiumapp.org:444',
  ],
  ['cursor://anysphere.cursor-deeplink/cb', 'cursor', 'The app that opens cursor: links'],
  ['com.example.app:/cb', 'com.example.app', 'The app that opens com.example.app: links'],
])('%s is named for people', (uri, host, words) => {
  expect([redirectHost(uri), redirectInWords(uri)]).toEqual([host, words])
})
