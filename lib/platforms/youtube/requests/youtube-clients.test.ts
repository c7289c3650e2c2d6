import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { youtubeExtractors } from '../extractors'
import { youtubeClients } from './youtube-clients'

setEnv({ BASE_URL: 'http://localhost:3000' })
const folder = await mkdtemp(path.join(tmpdir(), 'youtube-clients-'))
afterAll(() => rm(folder, { recursive: true }))

const TV = {
  number: 7,
  userAgent: 'Mozilla/5.0 (ChromiumStylePlatform) Cobalt/Version',
  context: { clientName: 'TVHTML5', clientVersion: '7.20270101', deviceMake: 'LG', screenDensityFloat: 1.5 },
}

async function use(name: string, content: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, content)
  setEnv({ YOUTUBE_CLIENTS_FILE: file })
  return file
}

test('the clients are known without a file', () => {
  setEnv({ YOUTUBE_CLIENTS_FILE: '' })
  expect(youtubeClients().map(({ context }) => context.clientName)).toEqual(['VISIONOS', 'ANDROID', 'IOS'])
})

test('a file replaces the clients, in its order', async () => {
  await use('right.json', JSON.stringify([TV]))
  expect(youtubeClients()).toEqual([TV])
  expect(youtubeExtractors().map(({ name }) => name)).toEqual(['youtube TVHTML5', 'ytdl-core'])
})

test.each([
  ['is not there', null, 'ENOENT'],
  ['is no JSON', '[', 'JSON'],
  ['names none', '[]', '>=1'],
  ['leaves out the version', JSON.stringify([{ ...TV, context: { clientName: 'TV' } }]), 'clientVersion'],
  ['has a misspelt setting', JSON.stringify([{ ...TV, useragent: 'x' }]), 'useragent'],
  ['breaks a header', JSON.stringify([{ ...TV, userAgent: 'x\r\nhost: evil.example' }]), 'userAgent'],
])('a file that %s is reported by name, with its error', async (what, content, wrong) => {
  const file = content === null ? path.join(folder, 'missing.json') : await use(`${what}.json`, content)
  setEnv({ YOUTUBE_CLIENTS_FILE: file })
  expect(() => youtubeExtractors()).toThrow(file)
  expect(() => youtubeExtractors()).toThrow(wrong)
})
