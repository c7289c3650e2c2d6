import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import type { Actor } from '@/lib/core/actor'
import { openArchive } from '@/test/open-archive'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { packTranscripts } from './pack-transcripts'

await useService()
const user = await newUser()
const other = await newUser()
const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-zip-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const actor: Actor = { userId: user.userId, tier: 'free', kind: 'api_key' }
const options = {
  format: 'text',
  nameOf: (title: string) => title,
  ending: 'txt',
  signal: new AbortController().signal,
} as const
const keep = async (videoId: string, title: string | null, lines: string[], owner = user.userId) =>
  (await storeTestTranscript(owner, { videoId, title, lines })).libraryItemId

async function unpack(ids: readonly string[]): Promise<Map<string, string>> {
  const file = path.join(folder, `${ids[0]}.zip`)
  await writeFile(file, await buffer(packTranscripts(actor, ids, options)))
  return openArchive(file)
}

test('texts of one name get separate names, regardless of case', async () => {
  const ids = [
    await keep('a', 'A talk', ['One.']),
    await keep('b', 'a Talk', ['Two.']),
    await keep('c', 'A talk (2)', ['Three.']),
    await keep('d', null, ['Four.']),
  ]
  const files = await unpack(ids)
  const names = [...files.keys()]
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4)
  expect(names).toContain('A talk.txt')
  expect(names).toContain('transcript.txt')
  expect([...files.values()].map((text) => text.trim()).sort()).toEqual(['Four.', 'One.', 'Three.', 'Two.'])
})

test("another's transcript breaks the zip instead of being left out of it", async () => {
  const mine = await keep('e', 'Mine', ['Mine.'])
  const theirs = await keep('f', 'Theirs', ['Theirs.'], other.userId)
  await expect(unpack([mine, theirs])).rejects.toThrow('Transcript not found')
})
