import { afterAll, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, useService } from '@/test/service'

const FEED = (url: string) =>
  `<rss version="2.0"><channel><title>S</title><item><title>E</title><link>https://page.example/e</link>
   <enclosure url="${url}" type="audio/mpeg"/></item></channel></rss>`
const origin = await startOrigin([
  ({ host, path }) => {
    const html = { 'content-type': 'text/html' }
    if (host === 'hop.example') return { status: 302, headers: { location: decodeURIComponent(path.slice(1)) } }
    if (host === 'feed.example')
      return { headers: { 'content-type': 'text/xml' }, body: FEED('http://169.254.169.254/a.mp3') }
    if (host === 'page.example')
      return { headers: html, body: '<link rel="alternate" type="application/rss+xml" href="https://feed.example/f">' }
    if (host === 'inward.example')
      return { headers: html, body: '<link rel="alternate" type="application/rss+xml" href="http://10.0.0.1/feed">' }
    if (host === 'named.example')
      return { headers: html, body: '<meta property="og:audio" content="http://[::ffff:169.254.169.254]/a.mp3">' }
    return { status: 404, body: '' }
  },
])
const service = await useService()
trustOrigin(origin)
afterAll(() => origin.close())
const user = await newUser()

const PRIVATE = [
  'http://127.0.0.1/a.mp3',
  'http://127.1/a.mp3',
  'http://0/a.mp3',
  'http://0.0.0.0/a.mp3',
  'http://2130706433/a.mp3',
  'http://0x7f000001/a.mp3',
  'http://0177.0.0.1/a.mp3',
  'http://127.0.0.1./a.mp3',
  'http://１２７.０.０.１/a.mp3',
  'http://①②⑦.0.0.1/a.mp3',
  'http://localhost/a.mp3',
  'http://a.localhost/a.mp3',
  'http://LOCALHOST./a.mp3',
  'http://router.lan/a.mp3',
  'http://db.internal/a.mp3',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://intranet/a.mp3',
  'http://10.0.0.1/a.mp3',
  'http://172.16.0.1/a.mp3',
  'http://192.168.1.1/a.mp3',
  'http://100.64.0.1/a.mp3',
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.170.2/v2/credentials',
  'http://192.0.2.1/a.mp3',
  'http://198.18.0.1/a.mp3',
  'http://224.0.0.1/a.mp3',
  'http://255.255.255.255/a.mp3',
  'http://[::]/a.mp3',
  'http://[::1]/a.mp3',
  'http://[::ffff:127.0.0.1]/a.mp3',
  'http://[::ffff:a9fe:a9fe]/a.mp3',
  'http://[64:ff9b::a9fe:a9fe]/a.mp3',
  'http://[64:ff9b:1::7f00:1]/a.mp3',
  'http://[2002:7f00:1::]/a.mp3',
  'http://[fe80::1]/a.mp3',
  'http://[fc00::1]/a.mp3',
  'http://[fd00:ec2::254]/latest/',
  'http://[ff02::1]/a.mp3',
  'http://[2001:db8::1]/a.mp3',
]
const FORBIDDEN = [
  'https://user:secret@media.example/a.mp3',
  'https://media.example:8443/a.mp3',
  'http://media.example:22/a.mp3',
  'file:///etc/passwd',
  'ftp://media.example/a.mp3',
  'gopher://127.0.0.1/_x',
  'data:audio/mpeg;base64,AAAA',
  'javascript:alert(1)',
  'concat:/etc/passwd',
]

/** Everything that was opened must be one of the origin's own hosts. */
function opened(): string[] {
  return origin.requests.map(({ url }) => new URL(url).hostname).filter((host) => !host.endsWith('.example'))
}

test.each([...PRIVATE, ...FORBIDDEN])('%s is not opened', async (link) => {
  for (const field of ['url', 'audio']) {
    const answer = await service.call('POST', '/v1/transcript', { key: user.apiKey, body: { [field]: link } })
    expect([answer.status, answer.body]).toMatchObject([
      422,
      {
        detail: [
          { loc: ['body', field], type: expect.stringMatching(/^(blocked_url|invalid_url|unsupported_source)$/) },
        ],
      },
    ])
    expect(answer.text).not.toMatch(/user:|secret/)
  }
  const languages = await service.call('GET', `/v1/languages?${new URLSearchParams({ url: link })}`)
  expect(languages.status).toBe(422)
  expect(origin.requests).toEqual([])
})

test('the user name and the password of a link are not repeated, however long the link, and not in a batch', async () => {
  const link = 'https://user:secret@media.example/a.mp3'
  const key = user.apiKey
  const long = await service.call('POST', '/v1/transcript', { key, body: { url: `${link}?${'a'.repeat(3000)}` } })
  expect([long.status, long.body]).toMatchObject([422, { detail: [{ type: 'string_too_long', loc: ['body', 'url'] }] }])
  const items = [{ url: link }, { audio: link }]
  const batch = await service.call('POST', '/v1/batches', { key, body: { items } })
  expect([batch.status, batch.text]).toEqual([422, expect.stringContaining('invalid_batch')])
  for (const { text } of [long, batch]) expect(text).not.toMatch(/user:|secret/)
})

// A header holds no full-width digits.
test.each(PRIVATE.filter((link) => /^[!-~]+$/.test(link)))('a redirect to %s is not followed', async (link) => {
  const url = `https://hop.example/${encodeURIComponent(link)}`
  const answer = await service.call('POST', '/v1/transcript', { key: user.apiKey, body: { url } })
  expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ type: 'blocked_url' }] }])
  expect(opened()).toEqual([])
})

test.each([
  ['an episode whose feed names a private address', 'https://page.example/e'],
  ['a page whose feed is at a private address', 'https://inward.example/e'],
  ['a page that names a private address as its recording', 'https://named.example/e'],
])('%s leads nowhere', async (_, url) => {
  const answer = await service.call('POST', '/v1/transcript', { key: user.apiKey, body: { url } })
  expect(answer.status).toBe(422)
  expect(opened()).toEqual([])
})

test('no job, no recording and no second of allowance came of any of it', async () => {
  expect([await db().job.count(), await db().media.count(), await db().usageCharge.count()]).toEqual([0, 0, 0])
})
