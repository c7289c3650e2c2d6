import { expect, test } from 'vitest'
import { db, pool } from '@/lib/core/db/db'
import { migrate } from '@/prisma/migrate'
import { makeBefore } from '@/prisma/testing/fill-release'
import { newUser, useService } from '@/test/service'
import { indexOlderTexts } from './index-older-texts'

const HISTORY = '20261121113118_history'

let databaseUrl = ''
const service = await useService({}, async (url) => {
  databaseUrl = url
})

/** What a version without a search has stored: two texts, of one of which a user has the first four seconds. */
async function storeAsBefore(userId: string): Promise<void> {
  const segments = '[[0,4000,"The marmot sleeps."],[4000,8000,"The treasure is paid for."]]'
  await pool().query(`
    insert into users (id, email, tier) values ('${userId}', 'before@verbatim.test', 'pro');
    insert into media (id, platform, video_id, url, title)
    select uuidv7(), 'youtube', 'Before' || i, 'https://www.youtube.com/watch?v=Before' || i, 'Film ' || i
    from generate_series(1, 3) as i;
    insert into transcript (id, media_id, requested_lang, lang, source, available_langs, segments, covered_ms, total_ms,
                            complete, warnings)
    select uuidv7(), id, 'en', 'en', 'captions', '{en}', '${segments}', 8000, 8000, true, '[]' from media;
    insert into entry (id, user_id, media_id, requested_lang, transcript_id, covered_ms)
    select uuidv7(), '${userId}', m.id, 'en', t.id, case when m.video_id = 'Before2' then 4000 end
    from media m join transcript t on t.media_id = m.id where m.video_id <> 'Before3'`)
}

test('texts that were stored before there was a search can be searched some time after the update', async () => {
  const { apiKey: key, userId } = await newUser()
  const { hash, prefix } = await db().apiKey.findUniqueOrThrow({ where: { defaultOf: userId } })
  await makeBefore(HISTORY, databaseUrl)
  await storeAsBefore(userId)
  await migrate(databaseUrl)
  await db().apiKey.create({ data: { userId, defaultOf: userId, hash, prefix } })
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
  const list = await service.call('GET', '/v1/me/transcriptions?q=BEFORE', { key })
  expect(list.body).toMatchObject({ total: 2 })
})
