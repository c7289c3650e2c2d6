import { expect, test } from 'vitest'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import type { TranscriptionList } from './contract'

const service = await useService()
const user = await newUser()
const other = await newUser()

const talk = await storeTestTranscript(user.userId, {
  videoId: 'talk',
  title: 'Über Nachtzüge',
  lang: 'de',
  lines: ['Der Zug fährt', 'durch die Nacht', 'nach Zürich.', 'Ende.'],
})
const chinese = await storeTestTranscript(user.userId, {
  videoId: 'zh',
  lang: 'zh',
  lines: ['我们今天讨论机', '器学习的问题。', '猫'],
})
const thai = await storeTestTranscript(user.userId, { videoId: 'th', lang: 'th', lines: ['สวัสดีครับทุกคน'] })
const arabic = await storeTestTranscript(user.userId, { videoId: 'ar', lang: 'ar', lines: ['السَّلَامُ عَلَيْكُمْ'] })
const korean = await storeTestTranscript(user.userId, { videoId: 'ko', lang: 'ko', lines: ['고양이가 잔다'] })
const partial = await storeTestTranscript(user.userId, {
  videoId: 'partial',
  lines: ['Paid for this.', 'Not for the treasure.'],
  coveredMs: 4_000,
})
await storeTestTranscript(other.userId, { videoId: 'theirs', lines: ['Zürich is where the other user is.'] })

async function search(words: string, more = ''): Promise<TranscriptionList> {
  const path = `/v1/me/transcriptions?search=${encodeURIComponent(words)}${more}`
  const answer = await service.call('GET', path, { key: user.apiKey })
  expect(answer.status).toBe(200)
  return answer.body
}

const found = async (words: string) => (await search(words)).transcriptions.map(({ id }) => id)

test.each([
  ['a word', 'Nacht', talk],
  ['its beginning', 'Zür', talk],
  ['without its accents and capitals', 'zurich FAHRT', talk],
  ['a word of the title', 'nachtzuge', talk],
  ['words far apart', 'ende zug', talk],
  ['Chinese, a word that lies across two captions', '机器学习', chinese],
  ['one Chinese character', '猫', chinese],
  ['Thai', 'ครับ', thai],
  ['Arabic without its vowel signs', 'السلام', arabic],
  ['Korean without its particle', '고양이', korean],
  ['full-width letters', 'Ｎａｃｈｔ', talk],
])('%s is found', async (_, words, { libraryItemId }) => {
  expect(await found(words)).toEqual([libraryItemId])
})

test.each(['Nach Berlin', 'acht', '学讨', '!!! …', "' | ''", 'zug & !nacht | x:*', '\\', 'a:b <-> c'])(
  'nothing is found of %s',
  async (words) => {
    expect(await search(words)).toMatchObject({ transcriptions: [], total: 0, total_exact: true })
  },
)

test('a hit has its time and the text around it', async () => {
  const { transcriptions } = await search('nacht zurich')
  expect(transcriptions[0]?.passages).toEqual([
    {
      start: 4,
      parts: [
        { text: 'Der Zug fährt durch die ', hit: false },
        { text: 'Nacht', hit: true },
        { text: ' nach ', hit: false },
        { text: 'Zürich', hit: true },
        { text: '. Ende.', hit: false },
      ],
    },
  ])
  const [zh] = (await search('机器学习')).transcriptions
  expect(zh?.passages?.[0]?.parts).toEqual([
    { text: '我们今天讨论', hit: false },
    { text: '机器学习', hit: true },
    { text: '的问题。猫', hit: false },
  ])
})

test('text that was not paid for is not found', async () => {
  expect(await found('paid')).toEqual([partial.libraryItemId])
  expect(await found('treasure')).toEqual([])
})

test('a search goes with filters, sorts and pages', async () => {
  expect((await search('zug', '&platform=tiktok')).total).toBe(0)
  expect((await search('zug', '&platform=youtube&state=done&q=TAL&sort=duration_seconds')).total).toBe(1)
  const third = await storeTestTranscript(user.userId, { videoId: 'third', lines: ['Zug um Zug.'] })
  const first = await search('zug', '&limit=1')
  expect(first).toMatchObject({ transcriptions: [{ id: third.libraryItemId }], total: 2, total_exact: false })
  expect(await search('zug', '&limit=1&offset=1')).toMatchObject({
    transcriptions: [{ id: talk.libraryItemId }],
    total: 2,
    total_exact: true,
  })
  expect((await search('zug', '&order=asc')).transcriptions[0]?.id).toBe(talk.libraryItemId)
})
