import { expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { indexOlderTexts } from './index-older-texts'

const service = await useService()

test('texts that were stored without their words can be searched after the next indexing', async () => {
  const { apiKey: key, userId } = await newUser()
  const lines = ['The marmot sleeps.', 'The treasure is paid for.']
  await storeTestTranscript(userId, { videoId: 'Before1', title: 'Film 1', lines })
  await storeTestTranscript(userId, { videoId: 'Before2', title: 'Film 2', lines, coveredMs: 4000 })
  await pool().query('update transcript set tokens = null')
  await pool().query('delete from library_item_text')
  const search = async (words: string) => {
    const answer = await service.call('GET', `/v1/me/transcriptions?search=${words}`, { key })
    return (answer.body as { transcriptions: { video_id: string }[] }).transcriptions.map(({ video_id }) => video_id)
  }
  expect(await search('marmot')).toEqual([])
  await Promise.all([indexOlderTexts(), indexOlderTexts()])
  expect((await search('marmot')).sort()).toEqual(['Before1', 'Before2'])
  expect(await search('treasure')).toEqual(['Before1'])
  expect(await search('film 2')).toEqual(['Before2'])
  expect(await indexOlderTexts()).toBe(0)
})
