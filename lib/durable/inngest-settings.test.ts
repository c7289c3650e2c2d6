import { expect, test } from 'vitest'
import { readInngestSettings } from './inngest-settings'

const EVENT = 'event-key_1'
const SIGNING = `signkey-prod-${'ab12'.repeat(8)}`
const KEYS = { INNGEST_EVENT_KEY: EVENT, INNGEST_SIGNING_KEY: SIGNING }
const OWN = { ...KEYS, INNGEST_BASE_URL: 'http://inngest.internal:8288/', INNGEST_DEV: '0' }

test('without settings the functions run in this process', () => {
  expect(readInngestSettings({ PATH: '/bin', INNGEST_EVENT_KEY: '', INNGEST_DEV: ' ' })).toEqual({ kind: 'embedded' })
  expect(readInngestSettings({ INNGEST_CONFORMANCE_URL: 'http://127.0.0.1:8288' })).toEqual({ kind: 'embedded' })
  expect(readInngestSettings({ INNGEST_BIN: '/usr/bin/inngest' })).toEqual({ kind: 'embedded' })
})

test('the two keys alone are Inngest Cloud', () => {
  const server = { baseUrl: null, eventKey: EVENT, signingKey: SIGNING, signingKeyFallback: null }
  expect(readInngestSettings(KEYS)).toEqual({ kind: 'cloud', server })
  expect(readInngestSettings({ ...KEYS, INNGEST_DEV: 'false' })).toEqual({ kind: 'cloud', server })
})

test('an address, both keys and INNGEST_DEV=0 are a server of one’s own', () => {
  expect(readInngestSettings({ ...OWN, INNGEST_SIGNING_KEY_FALLBACK: 'cd34' })).toEqual({
    kind: 'self-hosted',
    server: {
      baseUrl: 'http://inngest.internal:8288',
      eventKey: EVENT,
      signingKey: SIGNING,
      signingKeyFallback: 'cd34',
    },
  })
})

test('INNGEST_DEV alone is the development server on this machine', () => {
  const server = { baseUrl: 'http://127.0.0.1:8288', eventKey: 'dev', signingKey: null, signingKeyFallback: null }
  expect(readInngestSettings({ INNGEST_DEV: '1' })).toEqual({ kind: 'dev', server })
  expect(readInngestSettings({ INNGEST_DEV: 'http://localhost:9000/', BASE_URL: 'http://localhost:3000' })).toEqual({
    kind: 'dev',
    server: { ...server, baseUrl: 'http://localhost:9000' },
  })
})

const refused: [Record<string, string>, string][] = [
  [{ INNGEST_EVENT_KEY: EVENT }, 'INNGEST_EVENT_KEY is set, but INNGEST_SIGNING_KEY is missing.'],
  [{ INNGEST_SIGNING_KEY: SIGNING }, 'INNGEST_SIGNING_KEY is set, but INNGEST_EVENT_KEY is missing.'],
  [{ INNGEST_BASE_URL: 'http://x' }, 'INNGEST_BASE_URL is set, but neither INNGEST_EVENT_KEY nor INNGEST_SIGNING_KEY.'],
  [{ INNGEST_DEV: '0' }, 'INNGEST_DEV is set, but neither'],
  [{ INNGEST_SERVE_PATH: '/x' }, 'INNGEST_SERVE_PATH is set, but neither'],
  [{ ...OWN, INNGEST_EVENT_KEY: '' }, 'INNGEST_EVENT_KEY is missing.'],
  [{ ...OWN, INNGEST_DEV: '' }, 'INNGEST_DEV=0 is missing.'],
  [{ ...OWN, INNGEST_DEV: '1' }, 'which needs no INNGEST_EVENT_KEY.'],
  [{ INNGEST_DEV: '1', HOST: '0.0.0.0' }, 'it works on loopback only.'],
  [{ INNGEST_DEV: '1', BASE_URL: 'https://app.example' }, 'it works on loopback only.'],
  [{ INNGEST_DEV: 'http://inngest.example:8288' }, 'it works on loopback only.'],
  [{ ...OWN, INNGEST_BASE_URL: 'inngest.internal:8288' }, 'INNGEST_BASE_URL is not an http or https address.'],
  [{ ...OWN, INNGEST_EVENT_KEY: 'a/../b' }, 'INNGEST_EVENT_KEY has characters'],
  [{ ...OWN, INNGEST_SIGNING_KEY: 'signkey-prod-xyz' }, 'INNGEST_SIGNING_KEY is not a signing key'],
  [{ ...OWN, INNGEST_SIGNING_KEY_FALLBACK: 'abc' }, 'INNGEST_SIGNING_KEY_FALLBACK is not a signing key'],
]

test.each(refused)('half a set of settings is refused, and says what to set (%#)', (settings, sentence) => {
  const mode = readInngestSettings(settings)
  expect(mode).toEqual({ kind: 'refused', reason: expect.stringContaining(sentence) })
  expect(JSON.stringify(mode)).toContain('no INNGEST_ setting at all')
  for (const key of [EVENT, SIGNING, 'xyz', 'a/../b']) expect(JSON.stringify(mode)).not.toContain(key)
})
