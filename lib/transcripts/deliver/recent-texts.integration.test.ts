import { expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { findDeliveredTranscript } from './delivered-transcript-table'
import { recentText } from './recent-texts'

const service = await useService()

const refOf = (videoId: string) => {
  const url = `https://www.youtube.com/watch?v=${videoId}`
  return { platform: 'youtube', videoId, accessKey: '', url, openUrl: url, ownerId: null, title: null } as const
}

async function ask(key: string, videoId: string, options: Record<string, unknown> = {}): Promise<Transcript> {
  const { url } = refOf(videoId)
  const { status, body } = await service.call('POST', '/v1/transcript', { key, body: { url, lang: 'en', ...options } })
  expect(status).toBe(200)
  return body
}

test('a text that is asked for again is rendered once and not loaded again, and each answer is the same', async () => {
  const { userId, apiKey } = await newUser()
  const { transcriptId } = await storeTestTranscript(userId, {
    videoId: 'askedAgain1',
    lines: ['One “two”.', 'Three.'],
  })
  const first = await ask(apiKey, 'askedAgain1')
  expect(first.segments?.map(({ text }) => text)).toEqual(['One “two”.', 'Three.'])

  const known = recentText(refOf('askedAgain1'), 'en', {})
  expect(known?.id).toBe(transcriptId)
  const actor = { kind: 'api_key', userId, tier: 'pro' } as const
  const had = await findDeliveredTranscript(actor, refOf('askedAgain1'), 'en', { known })
  expect(had?.transcript.segments).toBeNull()
  expect(await ask(apiKey, 'askedAgain1')).toEqual(first)
  expect(await ask(apiKey, 'askedAgain1', { format: 'text' })).toMatchObject({ content: 'One “two”. Three.' })
})

test('a text that is replaced is the new one in the next answer', async () => {
  const { userId, apiKey } = await newUser()
  const { transcriptId } = await storeTestTranscript(userId, { videoId: 'replaced111', lines: ['Before.'] })
  expect(await ask(apiKey, 'replaced111')).toMatchObject({ text: 'Before.' })
  await db().transcript.update({
    where: { id: transcriptId },
    data: { segments: [[0, 4000, 'After.']], changedAt: new Date(Date.now() + 1) },
  })
  expect(await ask(apiKey, 'replaced111')).toMatchObject({ text: 'After.', segments: [{ text: 'After.' }] })
})

test('a user does not get the text of a link that they have never had', async () => {
  const { userId, apiKey } = await newUser()
  await storeTestTranscript(userId, { videoId: 'notTheirs11', lines: ['Mine.'] })
  await ask(apiKey, 'notTheirs11')
  const known = recentText(refOf('notTheirs11'), 'en', {})
  expect(known).not.toBeNull()
  const stranger = { kind: 'api_key', userId: (await newUser()).userId, tier: 'pro' } as const
  expect(await findDeliveredTranscript(stranger, refOf('notTheirs11'), 'en', { known })).toBeNull()
})
