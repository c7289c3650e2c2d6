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
  expect(await chooseEngine({ engine: 'auto', apiModel, allowDraft: true })).toEqual({ engine: null, reason })
  const missing = expect.stringContaining('pocketsphinx is not installed')
  expect(await chooseEngine({ engine: 'pocketsphinx', apiUrl, apiModel, allowDraft: true })).toEqual({
    engine: null,
    reason: missing,
  })
})

test('auto takes the server when its address is set, else pocketsphinx', async () => {
  const server = await chooseEngine({ engine: 'auto', apiUrl, apiModel, allowDraft: true })
  expect(server.engine).toMatchObject({ id: 'openai', model: 'whisper-1', mode: 'remoteSync', draft: false })
  const offline = await chooseEngine({ engine: 'auto', apiModel, allowDraft: true })
  expect(offline.engine).toMatchObject({ id: 'pocketsphinx', mode: 'local', draft: true })
})

test('what is asked for by name is taken, or it says why not', async () => {
  expect((await chooseEngine({ engine: 'pocketsphinx', apiUrl, apiModel, allowDraft: true })).engine?.id).toBe(
    'pocketsphinx',
  )
  const unset = { engine: null, reason: expect.stringContaining('SPEECH_API_URL is not set') }
  expect(await chooseEngine({ engine: 'openai', apiModel, allowDraft: true })).toEqual(unset)
  const wrong = { engine: null, reason: expect.stringContaining('SPEECH_API_URL is not an http') }
  expect(await chooseEngine({ engine: 'openai', apiUrl: 'localhost:1', apiModel, allowDraft: true })).toEqual(wrong)
})

test('the draft is for who runs it alone, unless it is asked for by name', async () => {
  const { engine } = await chooseEngine({ engine: 'auto', apiModel, allowDraft: false })
  expect(engine).toBeNull()
  const named = await chooseEngine({ engine: 'pocketsphinx', apiModel, allowDraft: false })
  expect(named.engine?.id).toBe('pocketsphinx')
})
