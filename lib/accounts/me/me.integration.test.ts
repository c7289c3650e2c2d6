import { afterAll, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { env, setEnv } from '@/lib/core/env'
import { connectClient } from '@/test/mcp/connect-client'
import { useConnector } from '@/test/mcp/use-connector'
import { newUser, upload } from '@/test/service'
import type { Me } from './contract'

const { service, url } = await useConnector()
const user = await newUser('free')

const getMe = async (key: string) => (await service.call('GET', '/v1/me', { key })).body as Me

test('the bearer of the default key gets everything of the account', async () => {
  const me = await getMe(user.apiKey)
  expect(me).toMatchObject({
    id: user.userId,
    email: user.email,
    tier: 'free',
    scopes: null,
    usage: { limit_seconds: 900, used_seconds: 0, reserved_seconds: 0, remaining_seconds: 900 },
    uploads: { used_bytes: 0, quota_bytes: env().UPLOAD_QUOTA_BYTES },
  })
  expect(Date.parse(me.usage.resets_at)).toBeGreaterThan(Date.now())
  expect(Date.parse(me.usage.period_start)).toBeLessThanOrEqual(Date.now())
})

test('used, reserved and uploaded amounts are counted', async () => {
  const { apiKey, userId } = await newUser('free')
  const { usage } = await getMe(apiKey)
  const periodStart = new Date(usage.period_start)
  await db().usagePeriod.create({ data: { userId, periodStart, usedSeconds: 100, reservedSeconds: 50 } })
  await upload(service, apiKey, 'talk.vtt', 'WEBVTT\n')
  expect(await getMe(apiKey)).toMatchObject({
    usage: { limit_seconds: 900, used_seconds: 100, reserved_seconds: 50, remaining_seconds: 750 },
    uploads: { used_bytes: 7 },
  })
})

test('a key with scopes sees them, and no email address', async () => {
  const body = { name: 'A reader', scopes: ['transcripts:read'] }
  const made = await service.call('POST', '/v1/me/api-keys', { key: user.apiKey, body })
  const { key } = made.body as { key: string }
  expect(await getMe(key)).toMatchObject({ id: user.userId, email: null, scopes: ['transcripts:read'] })
})

test('limits are those of the server; where minutes are not counted there is none', async () => {
  setEnv({ RATE_LIMIT_PER_MINUTE: '40' })
  expect((await getMe(user.apiKey)).limits).toMatchObject({ requests_per_minute: 40, polls_per_minute: 600 })
  setEnv({ RATE_LIMIT_PER_MINUTE: '0', BILLING: 'off' })
  const { limits, usage } = await getMe(user.apiKey)
  setEnv({ BILLING: '' })
  expect(limits).toMatchObject({ requests_per_minute: null, polls_per_minute: null })
  expect(usage).toMatchObject({ limit_seconds: null, remaining_seconds: null, used_seconds: 0 })
})

test('get_account returns the remaining minutes to an assistant, and no email address', async () => {
  const { callTool, close } = await connectClient('SDK 2.4 as of 2026-07-28', url, user.apiKey)
  afterAll(close)
  const { content, structuredContent } = await callTool('get_account', {})
  expect(content.map(({ text }) => text).join()).toMatch(
    /^Plan: free\. 15 min of 15 min are left until \d{4}-\d\d-\d\d\. Recordings last up to \d+ min, files have up to/,
  )
  expect(structuredContent).not.toHaveProperty('email')
})
