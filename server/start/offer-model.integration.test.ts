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

test('whoever says yes at the first start gets the model, and the start does not wait for it', async () => {
  const asked = terminal('y')
  await offerModel(asked)
  expect(asked.shown[0]).toBe('Download Parakeet (3 MB, English) for better text now? [y/N] ')
  await expect.poll(() => asked.shown.at(-1)).toContain('Downloading Parakeet.')
  await expect.poll(async () => (await findSpeechModel('tiny')).state).toBe('ready')
  const again = terminal('y')
  await offerModel(again)
  expect(again.shown).toEqual([])
})

test('whoever says anything else, or nothing, does not', async () => {
  const no = terminal('no')
  await offerModel(no)
  await offerModel(terminal(null))
  expect(no.shown).toHaveLength(1)
  expect(await findSpeechModel('tiny')).toMatchObject({ state: 'absent', download: null })
})

test('without a terminal, or where a model would not be used, nobody is asked', async () => {
  const piped = terminal('y', false)
  await offerModel(piped)
  setEnv({ SPEECH_ENGINE: 'moonshine' })
  const useless = terminal('y')
  await offerModel(useless)
  setEnv({ SPEECH_ENGINE: 'auto' })
  expect([...piped.shown, ...useless.shown]).toEqual([])
})
