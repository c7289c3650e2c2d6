import { afterEach, expect, test, vi } from 'vitest'
import { chooseEngine } from './choose-engine'

const apiModel = 'whisper-1'
const apiUrl = 'http://127.0.0.1:9'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('auto without anything says the easiest ways', async () => {
  vi.stubEnv('PATH', '/nonexistent')
  const reason = expect.stringMatching(/SPEECH_API_URL=https:\/\/api\.openai\.com\/v1.*apt install pocketsphinx/)
  expect(await chooseEngine({ engine: 'auto', apiModel })).toEqual({ engine: null, reason })
  const missing = expect.stringContaining('pocketsphinx is not installed')
  expect(await chooseEngine({ engine: 'pocketsphinx', apiUrl, apiModel })).toEqual({ engine: null, reason: missing })
})

test('auto takes the server when its address is set, else pocketsphinx', async () => {
  const server = await chooseEngine({ engine: 'auto', apiUrl, apiModel })
  expect(server.engine).toMatchObject({ id: 'openai', model: 'whisper-1', mode: 'remoteSync', draft: false })
  const offline = await chooseEngine({ engine: 'auto', apiModel })
  expect(offline.engine).toMatchObject({ id: 'pocketsphinx', mode: 'local', draft: true })
})

test('what is asked for by name is taken, or it says why not', async () => {
  expect((await chooseEngine({ engine: 'pocketsphinx', apiUrl, apiModel })).engine?.id).toBe('pocketsphinx')
  const unset = { engine: null, reason: expect.stringContaining('SPEECH_API_URL is not set') }
  expect(await chooseEngine({ engine: 'openai', apiModel })).toEqual(unset)
  const wrong = { engine: null, reason: expect.stringContaining('SPEECH_API_URL is not an http') }
  expect(await chooseEngine({ engine: 'openai', apiUrl: 'localhost:1', apiModel })).toEqual(wrong)
})
