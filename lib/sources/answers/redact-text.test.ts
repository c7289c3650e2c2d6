import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDeepRun, propertyRuns } from '@/test/property-runs'
import { redactBeginning, redactText } from './redact-text'

const LETTERS = [...'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789']
/** Distinguished from the text around it by how it begins and ends; long or short, with and without digits. */
const secret = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 4, maxLength: 60 })
  .map((characters) => `Zq${characters.join('')}qZ`)

const SECRET_FIELDS = [
  'token',
  'accessToken',
  'xsec_token',
  'msToken',
  'csrf-token',
  'h',
  'key',
  'innertubeApiKey',
  'INNERTUBE_API_KEY',
  'signature',
  'sig',
  'sid',
  'sessionid',
  'password',
  'visitorData',
  'Set-Cookie',
  'authorization',
  'email',
  'clientIp',
] as const
const field = fc.constantFrom(...SECRET_FIELDS)

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const script = (text: string) => text.replaceAll('/', String.raw`\/`).replaceAll('&', String.raw`\u0026`)

/** Ways in which a platform's answer may carry a secret, each with a function that writes the text around it. */
const carriers: readonly [string, (name: string, hidden: string) => string][] = [
  ['a field of JSON', (name, hidden) => JSON.stringify({ status: 'OK', [name]: hidden, next: 1 })],
  [
    'a field deep in JSON',
    (name, hidden) => JSON.stringify({ a: [{ b: { [name]: { inner: ['x', { value: hidden }] } } }] }, null, 2),
  ],
  [
    'JSON within JSON',
    (name, hidden) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ [name]: hidden }) }) }),
  ],
  [
    'JSON in an attribute',
    (name, hidden) => `<div data-page="${html(JSON.stringify({ props: { [name]: hidden } }))}"></div>`,
  ],
  ['JSON in an address', (name, hidden) => encodeURIComponent(JSON.stringify({ [name]: hidden }))],
  ['a field with escaped quotes', (name, hidden) => JSON.stringify({ [name]: `a"b\\"${hidden}\\` })],
  ['a variable of a script', (name, hidden) => `window.${name.replaceAll('-', '_')} = '${hidden}';`],
  ['an object of a script', (name, hidden) => `init({${name.replaceAll('-', '_')}: "${hidden}", size: 3})`],
  ['a tag for it', (name, hidden) => `<meta name="${name}" content="${hidden}"/>`],
  ['a field of a form', (name, hidden) => `<input type="hidden" name="${name}" value="${hidden}">`],
  ['an attribute', (name, hidden) => `<div data-${name}="${hidden}">`],
  ['a parameter', (_, hidden) => `https://v16.example.com/video/1.mp4?expire=1&a=${hidden}&b=2#c`],
  ['a parameter in a script', (_, hidden) => script(`{"url":"https://example.com/a?x=1&lang=${hidden}"}`)],
  ['a parameter in HTML', (_, hidden) => html(`<a href="/watch?x=1&lang=${hidden}">a & b</a>`)],
  [
    'an address within an address',
    (_, hidden) => `https://e.example/r?to=${encodeURIComponent(`https://x.example/?q=${hidden}`)}`,
  ],
  [
    'a parameter with escaped characters',
    (_, hidden) => String.raw`{"url":"https:\/\/e.example\/a?q=abc\u003d\u002f${hidden}\u003d"}`,
  ],
  ['a cookie', (_, hidden) => `Set-Cookie: SOCS=abc; YSC=${hidden}; path=/\r\n`],
  ['cookies of a request', (_, hidden) => `\ncookie: a=1; b=${hidden}\n`],
  ['a bearer', (_, hidden) => `Authorization: Bearer ${hidden}`],
  ['a bearer in a text', (_, hidden) => `it was sent with bearer ${hidden} and refused`],
  ['the user of an address', (_, hidden) => `http://operator:${hidden}@proxy.example:8080/`],
  ['an email address', (_, hidden) => `write to ${hidden}@example.com, or not`],
  ['an email address in a script', (_, hidden) => String.raw`{"contact":"${hidden}\u0040mail.example.com"}`],
]

/** Text that may be around it: quotes, brackets, backslashes and names without a value among it. */
const noise = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        '"',
        "'",
        '\\',
        '{',
        '}',
        '[',
        ']',
        '<',
        '>',
        '=',
        ':',
        '&',
        '?',
        '%',
        '"key":',
        '<a href="',
        '\\"',
        '&quot;',
        'https://',
      ),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))

describe.each(carriers)('%s', (_, carry) => {
  test('is redacted, in any text around it', () => {
    fc.assert(
      fc.property(field, secret, noise, noise, (name, hidden, before, after) => {
        expect(redactText(`${before}\n ${carry(name, hidden)}\n${after}`)).not.toContain(hidden)
      }),
      { numRuns: propertyRuns(150) },
    )
  })

  test('is redacted wherever the answer is cut', () => {
    fc.assert(
      fc.property(field, secret, fc.nat(), (name, hidden, cut) => {
        const text = `{"a": 1}\n${carry(name, hidden)}\n{"b": 2}`
        const shown = redactBeginning(text.slice(0, cut % text.length))
        // Half of a secret may be left of a cut: as much of it as says nothing.
        for (let length = 8; length <= hidden.length; length++) expect(shown).not.toContain(hidden.slice(0, length))
      }),
      { numRuns: propertyRuns(150) },
    )
  })
})

test('network addresses are redacted, times and versions are not', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.ipV4(),
        fc.ipV6().filter((known) => known !== '::'),
      ),
      (address) => {
        expect(redactText(`{"your":"${address}"} from ${address}, ${address}`)).not.toContain(address)
      },
    ),
  )
  expect(redactText('at 12:34:56, version 2.20251026.01.00 of 1.2.3')).toBe(
    'at 12:34:56, version 2.20251026.01.00 of 1.2.3',
  )
})

test('text that looks like a key is redacted without a name, words and names of fields are not', () => {
  expect(redactText('see a94a8fe5ccb19ba61c4c0873d391e987982fbbd3 there')).toBe('see <redacted> there')
  expect(redactText('x eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln y')).toBe('x <redacted> y')
  const known =
    '{"playabilityStatus":{"status":"UNPLAYABLE","reason":"Video unavailable"},"playerLegacyDesktopYpcOfferRenderer":{}}'
  expect(redactText(known)).toBe(known)
})

test('changes by a platform can still be seen', () => {
  const answer =
    '<html lang="en"><script id="__DATA__" type="application/json">{"statusCode":0,"itemInfo":{"desc":"A talk","author":"somebody","duration":79,"csrfToken":"abc123"}}</script>'
  expect(redactText(answer)).toBe(answer.replace('abc123', '<redacted>'))
})

test.each([
  'a',
  '"',
  '\\',
  'a=',
  '"key":',
  '"key":[',
  '"key":"',
  '@',
  'a@',
  ':',
  '1.',
  '<a name="key" ',
  '&quot;',
  'eyJ',
  '%22',
  'bearer ',
])('megabytes of %j are redacted in time that grows with the length', (unit) => {
  // A pattern that goes back over the text for each of its characters would take hours.
  expect(typeof redactBeginning(unit.repeat((isDeepRun ? 2 ** 22 : 2 ** 20) / unit.length))).toBe('string')
})
