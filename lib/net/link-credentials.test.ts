import { beforeEach, describe, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { judgeUrl } from './guard/judge-url'
import { credentialsFor, isSealed, readLink, sealCredentials } from './link-credentials'

const USER = '0199e3f1-2b7a-7c31-9d0e-5c1f0a9d2f11'
const OTHER = '0199e3f1-2b7a-7c31-9d0e-5c1f0a9d2f12'
const FEED = 'https://us%3Fer:p%40ss%C3%A4@feeds.example/show.xml?page=1'

beforeEach(() => void setEnv({ BASE_URL: 'http://localhost:3000', VERBATIM_SECRET: 'a secret of this server' }))

const seal = (link: string, userId = USER) => sealCredentials(userId, new URL(link))

function problemOf(work: () => unknown): Problem {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('a sealed link', () => {
  test('names its address and nothing of the credentials', () => {
    const sealed = seal(FEED)
    expect(sealed).toMatch(/^https:\/\/sealed:[\w-]+@feeds\.example\/show\.xml\?page=1$/)
    expect(isSealed(sealed)).toBe(true)
    const bytes = Buffer.from(new URL(sealed).password, 'base64url').toString('latin1')
    expect(sealed + bytes).not.toMatch(/us%3Fer|us\?er|p%40ss|p@ss/)
  })

  test('is read as what it was made of', () => {
    const { url, href, authorization, account } = readLink(seal(FEED))
    expect(url.href).toBe('https://feeds.example/show.xml?page=1')
    expect(href).toBe(seal(FEED))
    expect(authorization).toBe(`Basic ${Buffer.from('us?er:p@ssä').toString('base64')}`)
    expect(account).not.toContain('p@ss')
  })

  test('is the same for the same user, origin and credentials alone', () => {
    const tokenOf = (link: string, userId = USER) => new URL(seal(link, userId)).password
    const token = tokenOf('https://user:pass@feeds.example/one')
    expect(tokenOf('https://user:pass@FEEDS.example./two')).toBe(token)
    for (const link of [
      'https://user:pas@feeds.example/',
      'https://use:pass@feeds.example/',
      'http://user:pass@feeds.example/',
    ])
      expect(tokenOf(link)).not.toBe(token)
    expect(tokenOf('https://user:pass@feeds.example/one', OTHER)).not.toBe(token)
  })

  test('has one account for any password, and another for each user, user name and origin', () => {
    const accountOf = (link: string, userId = USER) => readLink(seal(link, userId)).account
    const account = accountOf('https://user:old@feeds.example/')
    expect(accountOf('https://user:new@feeds.example/other')).toBe(account)
    const others = [
      accountOf('https://user:old@feeds.example/', OTHER),
      accountOf('https://other:old@feeds.example/'),
      accountOf('https://user:old@media.example/'),
    ]
    expect(new Set([account, ...others]).size).toBe(4)
  })

  test.each([
    ['another host', (link: string) => link.replace('feeds.example', 'evil.example')],
    ['a host below it', (link: string) => link.replace('@feeds', '@a.feeds')],
    ['another scheme', (link: string) => link.replace('https:', 'http:')],
    [
      'another token',
      (link: string) => link.replace(/sealed:./, (start) => `sealed:${start.endsWith('A') ? 'B' : 'A'}`),
    ],
    ['a cut token', (link: string) => link.replace(/sealed:.{30}/, 'sealed:')],
  ])('opens nothing at %s', (_name, change) => {
    expect(problemOf(() => readLink(change(seal(FEED)))).code).toBe('source_login_required')
  })

  test('from a server with another secret asks for the feed again, and shows nothing else', () => {
    const sealed = seal(FEED)
    setEnv({ VERBATIM_SECRET: 'another secret of this server' })
    const { code, message, context } = problemOf(() => readLink(sealed))
    expect(code).toBe('source_login_required')
    expect(message).toContain('Enter the feed again')
    expect(JSON.stringify([message, context])).not.toContain(new URL(sealed).password)
  })

  test('is refused where users give links, as any link with a user name is', () => {
    const sealed = seal(FEED)
    for (const work of [
      () => judgeUrl(sealed),
      () => sealCredentials(USER, new URL(sealed)),
      () => seal(sealed, OTHER),
    ])
      expect(problemOf(work).code).toBe('blocked_url')
  })

  test.each([
    'https://user:pass@127.0.0.1/a',
    'http://user:pass@nas.local/a',
    'https://user:pass@feeds.example:8443/a',
  ])('is not made of %s', (link) => {
    expect(problemOf(() => seal(link)).code).toBe('blocked_url')
  })
})

test('a link without credentials, and one with plain ones, is read as it is judged', () => {
  expect(readLink('https://feeds.example./a')).toMatchObject({
    href: 'https://feeds.example/a',
    authorization: null,
    account: null,
  })
  for (const link of [
    'https://user:pass@feeds.example/',
    'https://sealed:pa%20ss@feeds.example/',
    'https://127.0.0.1/',
  ])
    expect(problemOf(() => readLink(link)).code).toBe('blocked_url')
})

test('links of the same origin inherit credentials, and no others', () => {
  const sealed = seal('https://user:pass@feeds.example/show.xml')
  const inherit = credentialsFor(sealed) ?? String
  expect(inherit('https://feeds.example/a.mp3?b')).toBe(seal('https://user:pass@feeds.example/a.mp3?b'))
  const others = [
    'http://feeds.example/a.mp3',
    'https://feeds.example:8443/a.mp3',
    'https://a.feeds.example/a.mp3',
    'https://media.example/a.mp3',
    'https://other:one@feeds.example/a.mp3',
  ]
  expect(others.map(inherit)).toEqual(others)
  expect(credentialsFor('https://feeds.example/show.xml')).toBeUndefined()
})
