import { readFile } from 'node:fs/promises'
import { getRequestListener } from '@hono/node-server'
import { afterAll, describe, expect, test } from 'vitest'
import { api } from '@/lib/api/app'
import { db, pool } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { purgeExpiredIdempotencyKeys } from '@/lib/http/idempotency/idempotency-table'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, upload, useService } from '@/test/service'
import { silence } from '@/test/silence'
import { evictResponses } from './idempotency-table'

const slow = { asked: () => {} }
const origin = await startOrigin([
  () => {
    slow.asked()
    return new Promise(() => {})
  },
])
const service = await useService({ SPEECH_ENGINE: 'pocketsphinx' })
trustOrigin(origin)
const server = await listenOnLoopback(getRequestListener(api().fetch))
afterAll(async () => {
  await server.stop()
  await origin.close()
})
const user = await newUser()
const captioned = await upload(service, user.apiKey, 'talk.mp4', await readFile('public/samples/captioned.mp4'))
const newSound = () => upload(service, user.apiKey, 'quiet.wav', new Uint8Array(silence(2)))

function ask(body: unknown, idempotencyKey: string, { apiKey } = user, headers: Record<string, string> = {}) {
  const all = { 'idempotency-key': idempotencyKey, ...headers }
  return service.call('POST', '/v1/transcript', { key: apiKey, body, headers: all })
}
const replayed = (answer: { headers: Headers }) => answer.headers.get('idempotent-replayed')
const rowOf = (key: string) => db().idempotencyKey.findUnique({ where: { userId_key: { userId: user.userId, key } } })

test('the same call again gets the first answer, though the job has ended since', async () => {
  const body = { upload: await newSound() }
  const first = await ask(body, 'job')
  expect([first.status, replayed(first)]).toEqual([202, null])
  const { job_id } = first.body as { job_id: string }
  await service.call('DELETE', `/v1/jobs/${job_id}`, { key: user.apiKey })
  const again = await ask(body, 'job')
  expect([again.status, again.text, replayed(again)]).toEqual([202, first.text, 'true'])
  for (const name of ['location', 'retry-after', 'content-type']) {
    expect(again.headers.get(name)).toBe(first.headers.get(name))
  }
  expect(again.headers.get('location')).toContain(job_id)
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
})

test('one of concurrent calls is made, and the others wait for its response', async () => {
  const body = { upload: await newSound() }
  const before = await db().job.count()
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(body, 'at once')))
  const made = answers.filter((answer) => answer.status === 202 && replayed(answer) === null)
  expect(made).toHaveLength(1)
  for (const answer of answers.filter((one) => one !== made[0])) {
    if (answer.status === 202) expect([answer.text, replayed(answer)]).toEqual([made[0]?.text, 'true'])
    else {
      expect([answer.status, answer.body]).toMatchObject([409, { code: 'idempotency_key_in_use', retryable: true }])
      expect(answer.headers.get('retry-after')).toBe('1')
    }
  }
  expect(await db().job.count()).toBe(before + 1)
  expect((await ask(body, 'at once')).text).toBe(made[0]?.text)
})

test('the same key with another request is refused, and nothing is done', async () => {
  await ask({ upload: captioned }, 'reused')
  const other = await ask({ upload: captioned, format: 'srt' }, 'reused')
  expect([other.status, other.body]).toEqual([
    422,
    {
      detail: [
        {
          type: 'idempotency_key_reused',
          loc: ['header', 'idempotency-key'],
          msg: expect.stringContaining('Use a new key'),
          input: 'reused',
        },
      ],
    },
  ])
})

test('order and white space make no other request, and a field left out is its default', async () => {
  const first = await ask({ upload: captioned, format: 'json' }, 'written')
  const raw = `{\n  "format": "json", "url": "",\n  "unknown": 1, "upload": ${JSON.stringify(captioned)}\n}`
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'written' }
  const again = await service.call('POST', '/v1/transcript', { key: user.apiKey, raw, headers })
  expect([again.status, again.text, replayed(again)]).toEqual([200, first.text, 'true'])
})

test('a bare document is given again as one', async () => {
  const request = { upload: captioned, format: 'srt' }
  const first = await ask(request, 'document', user, { accept: 'application/x-subrip' })
  const again = await ask(request, 'document', user, { accept: 'application/x-subrip' })
  expect([again.text, replayed(again)]).toEqual([first.text, 'true'])
  expect(again.headers.get('content-type')).toBe('application/x-subrip; charset=utf-8')
})

test('a permanent refusal is given again, in the very same words', async () => {
  const body = { upload: `uploads/${newId()}` }
  const first = await ask(body, 'nothing there')
  expect(first.status).toBe(404)
  const again = await ask(body, 'nothing there')
  expect([again.status, again.text, replayed(again)]).toEqual([404, first.text, 'true'])
  const shaped = { url: 'http://127.0.0.1/a.mp3' }
  const refused = await ask(shaped, 'private')
  const refusedAgain = await ask(shaped, 'private')
  expect([refusedAgain.status, refusedAgain.text, replayed(refusedAgain)]).toEqual([422, refused.text, 'true'])
})

test('a failure on our side, or of the allowance, leaves the key for another try', async () => {
  const body = { upload: await newSound() }
  setEnv({ SPEECH_ENGINE: 'openai' })
  const failed = await ask(body, 'failed')
  setEnv({ SPEECH_ENGINE: 'pocketsphinx' })
  expect([failed.status, await rowOf('failed')]).toEqual([503, null])
  const { userId } = user
  await db().user.update({ where: { id: userId }, data: { grantedTier: 'free' } })
  await db().usagePeriod.updateMany({ where: { userId }, data: { usedSeconds: 900 } })
  const short = await ask(body, 'failed')
  await db().user.update({ where: { id: userId }, data: { grantedTier: 'pro' } })
  expect([short.status, await rowOf('failed')]).toEqual([402, null])
  const worked = await ask(body, 'failed')
  expect([worked.status, replayed(worked)]).toEqual([202, null])
})

test('a call whose client disconnects before it has changed anything releases its idempotency key', async () => {
  const leaving = new AbortController()
  const asked = new Promise<void>((resolve) => {
    slow.asked = resolve
  })
  const gone = fetch(`${server.url}/v1/transcript`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${user.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'gone',
    },
    body: JSON.stringify({ audio: 'https://slow.example/a.mp3' }),
    signal: leaving.signal,
  })
  await asked
  expect((await rowOf('gone'))?.status).toBeNull()
  leaving.abort()
  await expect(gone).rejects.toThrow()
  await expect.poll(() => rowOf('gone')).toBeNull()
})

test('a stored response has nothing that the database shows in clear', async () => {
  const headers = { 'idempotency-key': 'secret' }
  const watch = () =>
    service.call('POST', '/v1/watches', { key: user.apiKey, body: { url: 'https://feeds.example/show.xml' }, headers })
  const first = await watch()
  const { feed_url: feed } = first.body as { feed_url: string }
  const { rows } = await pool().query<{ row: string }>(
    `select row_to_json(k)::text || encode(body, 'escape') as row from idempotency_key k where key = 'secret'`,
  )
  expect(rows[0]?.row).not.toContain(feed.split('/').at(-1))
  const again = await watch()
  expect([again.text, replayed(again)]).toEqual([first.text, 'true'])
})

test('each user has keys of their own', async () => {
  const other = await newUser()
  const mine = await ask({ upload: captioned }, 'shared name')
  const theirs = await ask({ upload: captioned }, 'shared name', other)
  expect([mine.status, theirs.status, replayed(theirs)]).toEqual([200, 404, null])
})

test('a call whose process died holds its key for a minute', async () => {
  await ask({ upload: captioned }, 'crashed')
  await pool().query(`update idempotency_key set status = null, body = null where key = 'crashed'`)
  expect((await ask({ upload: captioned }, 'crashed')).status).toBe(409)
  await pool().query(`update idempotency_key set created_at = now() - interval '61 seconds' where key = 'crashed'`)
  const again = await Promise.all(Array.from({ length: 10 }, () => ask({ upload: captioned }, 'crashed')))
  expect(again.filter((answer) => answer.status === 200 && replayed(answer) === null)).toHaveLength(1)
})

describe('how much is kept of answers', () => {
  const MIB = 1024 * 1024
  const kept = async (userId?: string) => {
    const of = userId ? `where user_id = '${userId}'` : ''
    const { rows } = await pool().query<{ bytes: string }>(
      `select coalesce(sum(octet_length(body)), 0)::bigint as bytes from idempotency_key ${of}`,
    )
    return Number(rows[0]?.bytes)
  }

  test('a user who asks for large answers under ever new keys has 32 MiB of them kept, the newest', {
    tags: 'deep',
  }, async () => {
    const greedy = await newUser()
    const cues = Array.from({ length: 2500 }, (_, index) => {
      const at = new Date(index * 1000).toISOString().slice(11, 23)
      return `${at} --> ${at.slice(0, -3)}900\nLine ${index} of a long, long talk about the harbour and its tides.\n`
    })
    const large = await upload(service, greedy.apiKey, 'long.vtt', `WEBVTT\n\n${cues.join('\n')}`)
    const first = await ask({ upload: large }, 'first', greedy)
    expect([first.status, first.text.length > MIB / 4]).toEqual([200, true])
    const other = await newUser()
    await ask({ upload: `uploads/${newId()}` }, 'other', other)
    for (let index = 0; index < Math.ceil((34 * MIB) / first.text.length); index++) {
      await ask({ upload: large }, `greedy ${index}`, greedy)
    }
    expect(await kept(greedy.userId)).toBeLessThanOrEqual(32 * MIB)
    expect(await kept(greedy.userId)).toBeGreaterThan(28 * MIB)
    expect(replayed(await ask({ upload: large }, 'first', greedy))).toBeNull()
    expect(replayed(await ask({ upload: large }, 'greedy 20', greedy))).toBe('true')
    expect(replayed(await ask({ upload: `uploads/${newId()}` }, 'other again', other))).toBeNull()
    expect(await db().idempotencyKey.count({ where: { userId: other.userId } })).toBe(2)
  })

  test('all users together have the newest kept, and a call that runs keeps its key', async () => {
    const [early, late] = [await newUser(), await newUser()]
    await ask({ upload: captioned }, 'early', early)
    await ask({ upload: captioned }, 'late', late)
    await pool().query(`update idempotency_key set created_at = now() - interval '2 hours' where key = 'early'`)
    await pool().query(`update idempotency_key set created_at = now() + interval '1 hour' where key = 'late'`)
    const row = await db().idempotencyKey.findFirstOrThrow({ where: { key: 'late' } })
    const running = { userId: early.userId, key: 'running', requestHash: new Uint8Array(32) }
    await db().idempotencyKey.create({ data: running })
    expect(await evictResponses(row.sizeBytes)).toBeGreaterThan(0)
    const left = await db().idempotencyKey.findMany({ orderBy: { key: 'asc' } })
    expect(left.map(({ key }) => key)).toEqual(['late', 'running'])
  })
})

test('after a day a key is new again', async () => {
  await ask({ upload: captioned }, 'old')
  await pool().query(`update idempotency_key set created_at = now() - interval '25 hours' where key = 'old'`)
  const other = await ask({ upload: captioned, format: 'srt' }, 'old')
  expect([other.status, replayed(other)]).toEqual([200, null])
  await pool().query(`update idempotency_key set created_at = now() - interval '25 hours' where key = 'old'`)
  expect(await purgeExpiredIdempotencyKeys()).toBe(1)
  expect(await rowOf('old')).toBeNull()
  await ask({ upload: captioned }, 'young')
  expect(await purgeExpiredIdempotencyKeys()).toBe(0)
  expect(await rowOf('young')).not.toBeNull()
})

test.each([
  ['a'.repeat(256), 'string_too_long'],
  ['caf\u00e9', 'string_pattern_mismatch'],
  ['', 'string_too_short'],
])('the key %j is refused as to its shape', async (key, type) => {
  const answer = await ask({ upload: captioned }, key)
  expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ type, loc: ['header', 'idempotency-key'] }] }])
})

test('a key of 255 characters, or in quotes, is used unchanged', async () => {
  for (const key of ['k'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', "'; drop table users; --"]) {
    expect(replayed(await ask({ upload: captioned }, key))).toBeNull()
    expect(replayed(await ask({ upload: captioned }, key))).toBe('true')
  }
})

test('where an operation does not honour it, a key changes nothing', async () => {
  const headers = { 'idempotency-key': 'anything' }
  const sign = () =>
    service.call('POST', '/v1/uploads/sign', {
      key: user.apiKey,
      body: { filename: 'a', content_type: 'audio/wav' },
      headers,
    })
  expect((await sign()).text).not.toBe((await sign()).text)
})
