import { expect, test, vi } from 'vitest'
import { findPublicTranscript } from '@/lib/publishing/find-public-transcript'
import { publishLibraryItem } from '@/lib/publishing/publish-library-item'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { byline, headline } from './headline'
import { GET } from './route'

await useService()
const { userId } = await newUser()
const PNG = [0x89, 0x50, 0x4e, 0x47]
const WIDTH_AND_HEIGHT = [1200, 630]

const TITLES: [string, string, string, string][] = [
  ['Latin', 'en', 'An Ordinary Title', 'An Ordinary Title'],
  ['Latin with marks', 'pl', 'Żółć ąęłńś: “cytat”…', 'Żółć ąęłńś: “cytat”…'],
  ['Latin and pictures', 'en', '🎵 A Song 👩🏽‍🚀 🇫🇷 1️⃣', 'A Song 1'],
  ['pictures alone', 'en', '🎵🎵', 'Transcript in English'],
  ['Vietnamese', 'vi', 'Tiếng Việt', 'Transcript in Vietnamese'],
  ['Greek', 'el', 'Ελληνικά', 'Transcript in Greek'],
  ['Cyrillic', 'ru', 'Русский', 'Transcript in Russian'],
  ['Arabic', 'ar', 'العربية', 'Transcript in Arabic'],
  ['Hebrew', 'he', 'עברית', 'Transcript in Hebrew'],
  ['Devanagari', 'hi', 'हिन्दी', 'Transcript in Hindi'],
  ['Bengali', 'bn', 'বাংলা', 'Transcript in Bangla'],
  ['Tamil', 'ta', 'தமிழ்', 'Transcript in Tamil'],
  ['Thai', 'th', 'ภาษาไทย', 'Transcript in Thai'],
  ['Georgian', 'ka', 'ქართული', 'Transcript in Georgian'],
  ['Chinese', 'zh-Hant', '中文', 'Transcript in Traditional Chinese'],
  ['Japanese', 'ja', '日本語の題名', 'Transcript in Japanese'],
  ['Korean', 'ko', '한국어', 'Transcript in Korean'],
]

test.each(TITLES)('a title in %s is drawn, or told by its language, and no font is asked for', async (...given) => {
  const [script, lang, title, expected] = given
  const { libraryItemId } = await storeTestTranscript(userId, {
    videoId: `og ${script}`,
    title,
    lang,
    totalMs: 200_000,
  })
  const { slug } = await publishLibraryItem({ userId, tier: 'pro', kind: 'local' }, libraryItemId)
  const transcript = await findPublicTranscript(slug, 'text')
  expect(headline(transcript)).toBe(expected)
  expect(byline(transcript)).toMatch(/^Transcript from YouTube, [A-Z][\w ]+, 3/)
  const asked = vi.spyOn(globalThis, 'fetch')
  const answer = await GET(new Request(`http://localhost:3000/t/${slug}/image`), { params: Promise.resolve({ slug }) })
  const picture = Buffer.from(await answer.arrayBuffer())
  const outside = asked.mock.calls.map(([target]) => String(target)).filter((target) => /^https?:/.test(target))
  asked.mockRestore()
  expect([answer.status, outside]).toEqual([200, []])
  expect([...picture.subarray(0, 4)]).toEqual(PNG)
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual(WIDTH_AND_HEIGHT)
})
