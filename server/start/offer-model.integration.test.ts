import { PassThrough } from 'node:stream'
import { afterAll, afterEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { removeSpeechModel } from '@/lib/speech/downloads/act-on-speech-model'
import { findSpeechModel } from '@/lib/speech/downloads/list-speech-models'
import { startModelOrigin } from '@/test/models/model-origin'
import { useService } from '@/test/service'
import { offerModel } from './offer-model'

const models = await startModelOrigin()
await useService({ ...models.settings, SPEECH_ENGINE: 'auto' })
afterAll(models.close)
afterEach(() => removeSpeechModel('tiny'))

/** A terminal whose person types this, and what it shows. */
function terminal(typed: string | null, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const shown: string[] = []
  if (typed !== null) input.write(`${typed}\n`)
  return { shown, input, output: { isTTY, write: (text: string) => shown.push(text) } }
}

test('a yes at the first start downloads the model without delaying the start', async () => {
  const asked = terminal('y')
  await offerModel(asked)
  expect(asked.shown[0]).toBe('Download Parakeet (3 MB, English) for better text now? [y/N] ')
  await expect.poll(() => asked.shown.at(-1)).toContain('Downloading Parakeet.')
  await expect.poll(async () => (await findSpeechModel('tiny')).state).toBe('ready')
  const again = terminal('y')
  await offerModel(again)
  expect(again.shown).toEqual([])
})

test('any other answer, or none, downloads nothing', async () => {
  const no = terminal('no')
  await offerModel(no)
  await offerModel(terminal(null))
  expect(no.shown).toHaveLength(1)
  expect(await findSpeechModel('tiny')).toMatchObject({ state: 'absent', download: null })
})

test('nothing is asked without a terminal, or when a better model would not be used', async () => {
  const piped = terminal('y', false)
  await offerModel(piped)
  setEnv({ SPEECH_ENGINE: 'moonshine' })
  const useless = terminal('y')
  await offerModel(useless)
  setEnv({ SPEECH_ENGINE: 'auto' })
  expect([...piped.shown, ...useless.shown]).toEqual([])
})
