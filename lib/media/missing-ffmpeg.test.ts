import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { extractCaptions } from './captions/extract-captions'
import { decodeAudio } from './decode-audio'
import { probeMedia } from './probe-media'

const jfk = fileURLToPath(new URL('../../test/fixtures/audio/jfk.wav', import.meta.url))

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['ffprobe', () => probeMedia(jfk)],
  ['ffmpeg', () => decodeAudio(jfk, '/nonexistent/out.pcm')],
  ['ffprobe', () => extractCaptions(jfk, { index: 0, codec: 'subrip' })],
])('without %s it says what to install', async (program, work) => {
  vi.stubEnv('PATH', '/nonexistent')
  await expect(work()).rejects.toMatchObject({
    code: 'transcriber_unavailable',
    message: expect.stringMatching(new RegExp(`${program} is missing.*apt install ffmpeg`)),
  })
})
