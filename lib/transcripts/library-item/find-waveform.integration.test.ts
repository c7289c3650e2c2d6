import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import type { SignResponse } from '@/lib/uploads/contract'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { findWaveform } from './find-waveform'

const service = await useService()

/** An item of a user's whose media is an uploaded file. */
async function uploaded(body: Buffer) {
  const { userId, apiKey: key } = await newUser()
  const request = { filename: 'talk.flac', content_type: 'audio/flac' }
  const target = (await service.call('POST', '/v1/uploads/sign', { key, body: request })).body as SignResponse
  const url = new URL(target.upload_url)
  await service.call('PUT', `${url.pathname}${url.search}`, { raw: new Uint8Array(body) })
  const uploadId = target.source_url.split('/').at(-1) ?? ''
  const { libraryItemId, mediaId } = await storeTestTranscript(userId, { videoId: newId() })
  const media = { platform: 'upload', videoId: uploadId, kind: 'audio' } as const
  await db().media.update({ where: { id: mediaId }, data: media })
  const actor: Actor = { kind: 'api_key', userId, tier: 'pro' }
  return { actor, key, uploadId, libraryItemId }
}

async function filesOf(uploadId: string): Promise<string[]> {
  const names = await readdir(path.join(env().dataDir, 'files', 'uploads'))
  return names.filter((name) => name.startsWith(uploadId)).sort()
}

const speech = await readFile('public/samples/jfk.flac')

test('a waveform is measured once, stored beside the file, and removed with it', async () => {
  const { actor, key, uploadId, libraryItemId } = await uploaded(speech)
  const peaks = await findWaveform(actor, libraryItemId)
  expect(peaks).toHaveLength(800)
  expect(await filesOf(uploadId)).toEqual([uploadId, `${uploadId}.peaks`])
  expect(await findWaveform(actor, libraryItemId)).toEqual(peaks)
  await service.call('DELETE', `/v1/uploads/${uploadId}`, { key })
  expect(await filesOf(uploadId)).toEqual([])
  expect(await findWaveform(actor, libraryItemId)).toBeNull()
})

test('a waveform is returned only to its owner, and only for an upload', async () => {
  const { actor, libraryItemId } = await uploaded(speech)
  const { userId } = await newUser()
  const other: Actor = { kind: 'api_key', userId, tier: 'pro' }
  const { libraryItemId: video } = await storeTestTranscript(userId, { videoId: newId() })
  expect(await findWaveform(other, libraryItemId)).toBeNull()
  expect(await findWaveform(other, video)).toBeNull()
  expect(await findWaveform(actor, 'nonsense')).toBeNull()
})

test('a file that can’t be read has an empty waveform, which is not measured again', async () => {
  const { actor, uploadId, libraryItemId } = await uploaded(Buffer.from('This is no recording.'))
  expect(await findWaveform(actor, libraryItemId)).toHaveLength(0)
  expect(await filesOf(uploadId)).toEqual([uploadId, `${uploadId}.peaks`])
})
