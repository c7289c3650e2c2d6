import { afterEach, describe, expect, it } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { judgeUrl } from './judge-url'

setEnv({ BASE_URL: 'http://localhost:3000' })

const BLOCKED = [
  'http://127.0.0.1/watch?v=dQw4w9WgXcQ',
  'http://127.0.0.1./a.mp3',
  'http://127.1/a.mp3',
  'http://127.0.1/a.mp3',
  'http://0/a.mp3',
  'http://2130706433/a.mp3',
  'http://0x7f000001/a.mp3',
  'http://0x7f.1/a.mp3',
  'http://017700000001/a.mp3',
  'http://0177.0.0.1/a.mp3',
  'http://0x7f.0.0.0x1/a.mp3',
  'http://%31%32%37.0.0.1/a.mp3',
  'http://127。0。0。1/a.mp3',
  'http://127.0.0.1/a.mp3',
  'http:\\\\127.0.0.1\\a.mp3',
  'http:127.0.0.1/a.mp3',
  ' ht\ntp://127.0.0.1/a.mp3 ',
  'https://169.254.169.254/latest/meta-data/',
  'http://2852039166/latest/meta-data/',
  'http://0xa9fea9fe/latest/meta-data/',
  'http://10.0.0.1/a.mp3',
  'http://172.31.0.1/a.mp3',
  'http://192.168.0.1/a.mp3',
  'http://100.64.0.1/a.mp3',
  'http://224.0.0.1/a.mp3',
  'http://255.255.255.255/a.mp3',
  'http://[::]/a.mp3',
  'http://[::1]/a.mp3',
  'http://[0:0:0:0:0:0:0:1]/a.mp3',
  'http://[::ffff:127.0.0.1]/a.mp3',
  'http://[::ffff:7f00:1]/a.mp3',
  'http://[::127.0.0.1]/a.mp3',
  'http://[64:ff9b::a9fe:a9fe]/a.mp3',
  'http://[64:ff9b:1::1]/a.mp3',
  'http://[2002:7f00:1::]/a.mp3',
  'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/a.mp3',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[fe80::1]/a.mp3',
  'http://[ff02::1]/a.mp3',
  'http://localhost/a.mp3',
  'http://LOCALHOST/a.mp3',
  'http://localhost./a.mp3',
  'http://ⓛocalhost/a.mp3',
  'http://a.localhost/a.mp3',
  'http://localhost.localdomain/a.mp3',
  'http://printer.local/a.mp3',
  'http://printer.local./a.mp3',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://nas.home.arpa/a.mp3',
  'http://router.lan/a.mp3',
  'http://wiki.corp/a.mp3',
  'http://metadata/a.mp3',
  'http://intranet./a.mp3',
  'http://media.example:8080/a.mp3',
  'https://media.example:80/a.mp3',
  'http://media.example:443/a.mp3',
  'http://media.example:22/a.mp3',
  'http://user:secret@media.example/a.mp3',
  'https://secret@media.example/a.mp3',
  'https://youtube.com@127.0.0.1/a.mp3',
  'file:///etc/passwd',
  'ftp://media.example/a.mp3',
  'gopher://media.example:70/_a',
  'data:audio/mpeg;base64,AAAA',
  'blob:https://media.example/a',
  'javascript:alert(1)',
  'ws://media.example/a',
  'localhost:3000/a.mp3',
]

const INVALID = [
  '',
  'not a url',
  'media.example/a.mp3',
  '//media.example/a.mp3',
  'http://',
  'http://[::1%25eth0]/a.mp3',
  'http://[::1/a.mp3',
  'http://256.256.256.256/a.mp3',
  'http://1.2.3.4.5/a.mp3',
  'http://media..example/a.mp3',
  'http://media.example../a.mp3',
  'http://.media.example/a.mp3',
  'http://media example/a.mp3',
  'http://media.example:99999/a.mp3',
]

function problemOf(input: string): Problem {
  try {
    judgeUrl(input)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error(`nothing was refused in ${input}`)
}

describe('judgeUrl', () => {
  it.each(BLOCKED)('blocks %s', (input) => {
    expect(problemOf(input)).toMatchObject({ code: 'blocked_url', status: 422, context: { field: 'url' } })
  })

  it.each(INVALID)('finds no link in %j', (input) => {
    expect(problemOf(input)).toMatchObject({ code: 'invalid_url', status: 422, context: { field: 'url' } })
  })

  it.each([
    ['https://media.example/a.mp3?token=1#t', 'https://media.example/a.mp3?token=1#t'],
    ['HTTP://Media.Example:80/a.mp3', 'http://media.example/a.mp3'],
    ['https://media.example:443/', 'https://media.example/'],
    ['https://@media.example/', 'https://media.example/'],
    ['https://media.example./a.mp3', 'https://media.example/a.mp3'],
    ['https://münchen.example/ä.mp3', 'https://xn--mnchen-3ya.example/%C3%A4.mp3'],
    ['http://8.8.8.8/a.mp3', 'http://8.8.8.8/a.mp3'],
    ['http://134744072/a.mp3', 'http://8.8.8.8/a.mp3'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['https://localhost.example/', 'https://localhost.example/'],
    ['https://my.locals/', 'https://my.locals/'],
  ])('takes %s', (input, href) => {
    expect(judgeUrl(input).href).toBe(href)
  })

  it('takes a URL object and leaves it as it is', () => {
    const given = new URL('https://media.example./a.mp3')
    expect(judgeUrl(given).hostname).toBe('media.example')
    expect(given.hostname).toBe('media.example.')
  })

  it.each([
    'http://alice:hunter2@media.example/?token=hunter2',
    'http://127.0.0.1/?token=hunter2',
    'ftp://alice:hunter2@media.example/?token=hunter2',
    'https://alice:hunter2@/?token=hunter2',
  ])('says nothing of the secrets in %s', (input) => {
    const { message, stack, cause, context } = problemOf(input)
    expect(message).not.toMatch(/alice|hunter2/)
    expect(JSON.stringify([stack?.split('\n')[0], cause, context])).not.toMatch(/alice|hunter2/)
  })
})

describe('with ports of the operator', () => {
  afterEach(() => setEnv({ LINK_PORTS: '' }))

  it.each([
    ['http://media.example:8000/a.mp3', 'http://media.example:8000/a.mp3'],
    ['https://media.example.:8443/a.mp3', 'https://media.example:8443/a.mp3'],
    ['https://8.8.8.8:8443/a.mp3', 'https://8.8.8.8:8443/a.mp3'],
    ['https://media.example/a.mp3', 'https://media.example/a.mp3'],
  ])('takes %s', (input, href) => {
    setEnv({ LINK_PORTS: '8000, 8443' })
    expect(judgeUrl(input).href).toBe(href)
  })

  it.each([
    'http://127.0.0.1:8000/a.mp3',
    'http://[::1]:8000/a.mp3',
    'http://169.254.169.254:8000/latest/meta-data/',
    'http://localhost:8000/a.mp3',
    'http://nas.home.arpa:8000/a.mp3',
    'http://user:secret@media.example:8000/a.mp3',
    'ftp://media.example:8000/a.mp3',
  ])('blocks %s', (input) => {
    setEnv({ LINK_PORTS: '8000' })
    expect(problemOf(input)).toMatchObject({ code: 'blocked_url', context: { field: 'url' } })
  })

  it('says for another port which ones are open, and who can add one', () => {
    expect(problemOf('https://media.example:8443/').message).toBe(
      'Links are opened on the default ports only, 80 and 443. Use a link without a port, or upload the file. The operator of this server can add a port by LINK_PORTS.',
    )
    setEnv({ LINK_PORTS: '8000,8080' })
    expect(problemOf('https://media.example:8443/').message).toContain('on the ports 80, 443 and 8000, 8080 only.')
  })

  it.each(['0', '65536', '80x', '8000;8443', '-1', '1e3'])('does not take %s for ports', (ports) => {
    expect(() => setEnv({ LINK_PORTS: ports })).toThrow('LINK_PORTS')
  })
})
