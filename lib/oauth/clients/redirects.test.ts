import { expect, test } from 'vitest'
import { isAllowedRedirect, isRegisteredRedirect } from './redirects'

test.each([
  'https://app.example/callback',
  'https://app.example:8443/callback?x=1',
  'http://localhost/callback',
  'http://127.0.0.1:33418/',
  'http://[::1]:9/cb',
  'cursor://anysphere.cursor-deeplink/mcp/oauth/callback',
  'com.example.app:/oauth2redirect',
  'vscode://publisher.extension/cb',
  'vscode-insiders://publisher.extension/cb',
  'windsurf://codeium.windsurf/cb',
  'io.github.someone.app://oauth',
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
  'myapp://callback',
  'ms-word:ofe|u|https://evil.example/a.docx',
  'ms-appinstaller:?source=https://evil.example/a.appx',
  'ms-settings:',
  'ms-msdt:/id',
  'search-ms:query=a',
  'search:query=a',
  'shell:startup',
  'itms-services://?action=download-manifest&url=https://evil.example',
  'itms-apps://evil.example',
  'smb://evil.example/share',
  'afp://evil.example',
  'ssh://evil.example',
  'telnet://evil.example',
  'ldap://evil.example',
  'facetime://evil.example',
  'tel:+1555',
  'sms:+1555',
  'intent://evil.example#Intent;end',
  'chrome-extension://abc/cb',
  'x-apple.systempreferences:com.apple.security',
  'microsoft.windows.camera:',
  'com.apple.tv:',
  'a.b:/cb',
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

test('an app’s redirect is compared letter by letter', () => {
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
