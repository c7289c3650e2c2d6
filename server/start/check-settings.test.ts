import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { checkSettings, settingNotes } from './check-settings'

function withSettings(settings: Record<string, string>): () => void {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  setEnv({})
  return checkSettings
}

beforeEach(() => void withSettings({ HOST: '127.0.0.1', PORT: '3000', BASE_URL: '', VERBATIM_SECRET: '' }))
afterEach(() => void vi.unstubAllEnvs())

const PUBLIC: [name: string, settings: Record<string, string>][] = [
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '1' }],
  ['MAIL_SERVER', { MAIL_SERVER: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }],
  ['GITHUB_CLIENT_ID', { GITHUB_CLIENT_ID: 'a', GITHUB_CLIENT_SECRET: 'b' }],
  ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_live_abc' }],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'rk_live_abc' }],
]

describe('local mode', () => {
  test.each(PUBLIC)('is refused with %s and without BASE_URL (%#)', (name, settings) => {
    expect(withSettings(settings)).toThrow(new RegExp(`^${name}.* set.*BASE_URL is not`))
  })

  test.each(PUBLIC)('starts with %s where BASE_URL says that it is meant (%#)', (_, settings) => {
    expect(withSettings({ ...settings, BASE_URL: 'http://localhost:3000' })).not.toThrow()
    expect(withSettings({ ...settings, BASE_URL: 'https://verbatim.example' })).not.toThrow()
  })

  test('starts with nothing set, and with a test key of Stripe', () => {
    expect(withSettings({})).not.toThrow()
    expect(withSettings({ STRIPE_SECRET_KEY: 'sk_test_abc' })).not.toThrow()
  })
})

describe.each(['VERBATIM_SECRET', 'METRICS_TOKEN'])('%s', (name) => {
  test.each([
    'secret',
    'changeme-changeme-changeme-changeme',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    '0123456789abcdef0123456789abcdef',
    'a-short-secret-of-30-character',
  ])('is refused when it can be guessed: %s', (secret) => {
    expect(withSettings({ [name]: secret })).toThrow(`${name} can be guessed`)
    expect(withSettings({ [name]: secret })).toThrow('openssl rand -hex 32')
  })

  test.each(['5f0c7a6e2b8d4913a7c1e95d3f60b824', 'mZ3vQ1xT8pLr6WkYb0HdNc5sGfJu2EaOi9RyVt4B7wK='])(
    'is taken when it is random: %s',
    (secret) => {
      expect(withSettings({ [name]: secret })).not.toThrow()
    },
  )
})

describe('settings that are probably not meant as they are', () => {
  test.each([
    ['VERBATIM_SECRT', 'VERBATIM_SECRET'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['SPEECH_ENGIEN', 'SPEECH_ENGINE'],
  ])('%s is named with %s', (name, meant) => {
    for (const known of [meant]) vi.stubEnv(known, undefined)
    withSettings({ [name]: 'x' })
    expect(settingNotes()).toContain(`${name} is no setting. Did you mean ${meant}?`)
  })

  test('names of other programs, and a slip beside the right name, are not', () => {
    withSettings({ PORTS: '1', DATABASE_URI: 'x', DATABASE_URL: 'postgres://127.0.0.1/x', PATH_INFO: '/' })
    expect(settingNotes()).toEqual([])
  })

  test('those of a bucket are named without the bucket', () => {
    withSettings({ S3_ENDPOINT: 'https://bucket.example', S3_ACCESS_KEY_ID: 'key' })
    expect(settingNotes()).toEqual([
      'S3_ENDPOINT, S3_ACCESS_KEY_ID: without S3_BUCKET uploads are kept in the data folder.',
    ])
    withSettings({ S3_BUCKET: 'texts' })
    expect(settingNotes()).toEqual([])
  })
})
