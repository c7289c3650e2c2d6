import { afterEach, beforeEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { speechLine } from './announce'

beforeEach(() => void setEnv({ BASE_URL: 'http://localhost:3000', SPEECH_ENGINE: 'assemblyai' }))
afterEach(() => void setEnv({ SPEECH_ENGINE: 'auto' }))

test('a start without a speech engine says why there is none', async () => {
  expect(await speechLine(false)).toMatch(/none: only recordings with captions work\. .*ASSEMBLYAI_API_KEY/)
  expect(await speechLine(false)).not.toContain('installed')
})

test('where one is being installed, the start says that too', async () => {
  expect(await speechLine(true)).toMatch(/ASSEMBLYAI_API_KEY.* Moonshine is being installed now\.$/)
})
