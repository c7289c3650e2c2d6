import { expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import type { UsageHistory } from './contract'

const service = await useService()
const user = await newUser()
let made = 0

type Charge = { at: string; seconds: number; platform?: 'youtube' | 'podcast' }

async function charge(userId: string, { at, seconds, platform = 'youtube' }: Charge) {
  made += 1
  const { mediaId } = await storeTestTranscript(userId, { videoId: `usage-${made}`, platform })
  const createdAt = new Date(at)
  await db().usageCharge.create({ data: { userId, mediaId, lang: 'en', seconds, periodStart: createdAt, createdAt } })
}

const ask = (query: string, key = user.apiKey) => service.call('GET', `/v1/me/usage/history?${query}`, { key })

test('charges are added up by day and platform, at the borders of days in UTC', async () => {
  const other = await newUser()
  await charge(other.userId, { at: '2026-03-02T12:00:00Z', seconds: 500 })
  await charge(user.userId, { at: '2026-03-01T23:59:59.999Z', seconds: 10 })
  await charge(user.userId, { at: '2026-03-02T00:00:00Z', seconds: 20 })
  await charge(user.userId, { at: '2026-03-02T23:59:59.999Z', seconds: 30, platform: 'podcast' })
  await charge(user.userId, { at: '2026-03-02T08:00:00Z', seconds: 40 })
  await charge(user.userId, { at: '2026-03-03T00:00:00Z', seconds: 50 })
  expect((await ask('from=2026-03-02&to=2026-03-02')).body).toEqual({
    from: '2026-03-02',
    to: '2026-03-02',
    total_seconds: 90,
    days: [
      {
        day: '2026-03-02',
        seconds: 90,
        platforms: [
          { platform: 'youtube', seconds: 60, transcripts: 2 },
          { platform: 'podcast', seconds: 30, transcripts: 1 },
        ],
      },
    ],
  })
  const csv = await ask('from=2026-03-02&to=2026-03-03&format=csv')
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(csv.text).toBe(
    'day,platform,seconds,transcripts\r\n2026-03-02,youtube,60,2\r\n2026-03-02,podcast,30,1\r\n2026-03-03,youtube,50,1\r\n',
  )
})

test('a history covers 90 days at most, the last ones, and those up to today by default', async () => {
  const wide = (await ask('from=2020-01-01&to=2026-03-31')).body as UsageHistory
  expect([wide.from, wide.to]).toEqual(['2026-01-01', '2026-03-31'])
  const plain = (await ask('')).body as UsageHistory
  expect((Date.parse(plain.to) - Date.parse(plain.from)) / 86_400_000).toBe(89)
  expect(Math.abs(Date.now() - Date.parse(plain.to))).toBeLessThan(2 * 86_400_000)
})

test('a day that does not exist, and a first day after the last one, are refused', async () => {
  for (const query of ['from=yesterday', 'to=2026-13-01', 'from=2026-02-30&to=2026-03-01', 'format=xml'])
    expect((await ask(query)).status).toBe(422)
  expect((await ask('from=0000-01-01&to=0001-01-01')).status).toBeLessThan(500)
  expect((await ask('from=2026-03-02&to=2026-03-01')).body).toMatchObject({ status: 400, code: 'invalid_range' })
})
