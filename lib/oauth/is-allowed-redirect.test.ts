import { expect, test } from 'vitest'
import { isAllowedRedirect } from './is-allowed-redirect'
import { isRegisteredRedirect } from './is-registered-redirect'

test.each([
  'https://app.example/callback',
  'https://app.example:8443/callback?x=1',
  'http://localhost/callback',
  'http://127.0.0.1:33418/',
  'http://[::1]:9/cb',
  'cursor://anysphere.cursor-deeplink/mcp/oauth/callback',
  'com.example.app:/oauth2redirect',
  'vscode://publisher.extension/cb',
])('an app may be answered at %s', (uri) => expect(isAllowedRedirect(uri)).toBe(true))

test.each([
  '',
  '/callback',
  'app.example/callback',
  'http://app.example/callback',
  'http://localhost.app.example/callback',
  'http://127.0.0.2/cb',
  'http://0.0.0.0/cb',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  ' https://app.example/',
  'data:text/html,<script>',
  'file:///etc/passwd',
  'blob:https://app.example/x',
  'about:blank',
  'vbscript:x',
  'view-source:https://app.example/',
  'mailto:a@b.example',
  'https://user@app.example/cb',
  'https://user:pw@app.example/cb',
  'https://app.example/cb#fragment',
  'https://app.example/cb#',
  'https://*.app.example/cb',
  'https://app.example\\@evil.example/cb',
  'https://app.example/c\nb',
  'https://äpp.example/cb',
  'https://',
  `https://app.example/${'x'.repeat(2048)}`,
])('an app may never be answered at %j', (uri) => expect(isAllowedRedirect(uri)).toBe(false))

test('what an app gave is compared letter by letter', () => {
  expect(isRegisteredRedirect(['https://a.example/cb'], 'https://a.example/cb')).toBe(true)
  for (const wanted of [
    'https://a.example/cb/',
    'https://A.example/cb',
    'https://a.example:443/cb',
    'https://a.example/%63b',
  ])
    expect(isRegisteredRedirect(['https://a.example/cb'], wanted)).toBe(false)
})

test('an app that somehow gave what is not allowed is not answered there', () => {
  expect(isRegisteredRedirect(['javascript:alert(1)'], 'javascript:alert(1)')).toBe(false)
})
