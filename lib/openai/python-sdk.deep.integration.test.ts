import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { useServedApi } from '@/test/openai/use-served-api'
import { runPython, whyNoPython } from '@/test/sdk/run-python'
import { newUser } from '@/test/service'
import { startSpeechServer } from '@/test/speech/speech-server'

const engine = await startSpeechServer()
const { baseUrl, dataDir } = await useServedApi({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: `${engine.url}/v1` })
afterAll(() => engine.close())

const missing = await whyNoPython(['openai'])
const TEXT = 'Ask not what your country can do for you.'
const words = TEXT.split(' ').map((word, at) => ({ word, start: at + 0.5, end: at + 1 }))
const segments = [{ id: 0, start: 0.5, end: 9, text: TEXT }]

test(`the official Python library gets every format, the stream, the models and its own errors${missing ? `: skipped, ${missing}` : ''}`, async ({
  skip,
}) => {
  // Here, because the hooks of a file whose tests are all skipped beforehand are not run.
  skip(missing !== null)
  setEnv({ SPEECH_API_DIARIZE_MODEL: 'diarizing' })
  const { apiKey } = await newUser()
  const ran = runPython(['-c', await readFile('test/sdk/python/try_openai.py', 'utf8')], {
    packages: ['openai'],
    folder: dataDir,
    variables: {
      VERBATIM_API_KEY: apiKey,
      OPENAI_URL: `${baseUrl}/v1`,
      SPEECH: path.resolve('test/fixtures/audio/jfk.wav'),
    },
  })
  const heard = { task: 'transcribe', language: 'english', duration: 11, text: TEXT, segments, words }
  await (await engine.next()).reply(heard)
  // Once more for the speakers, with the text first.
  await (await engine.next()).reply(heard)
  await (await engine.next()).reply({ text: '', segments: [{ start: 0, end: 11, text: TEXT, speaker: 'X' }] })
  const { code, output } = await ran
  expect([code, output]).toEqual([0, expect.stringMatching(/^\{.*\}\n$/)])
  expect(JSON.parse(output)).toEqual({
    json: TEXT,
    text: `${TEXT}\n`,
    srt: expect.stringMatching(/^1\n00:00:00,500 --> /),
    vtt: expect.stringMatching(/^WEBVTT\n/),
    verbose: ['TranscriptionVerbose', 'english', 11, words.length, expect.any(Number)],
    diarized: ['TranscriptionDiarized', 'A', TEXT],
    stream: ['TranscriptionTextDeltaEvent', 'TranscriptionTextDoneEvent'],
    models: ['openai'],
    failures: [
      ['NotFoundError', 'model_not_found'],
      ['BadRequestError', 'invalid_language'],
      ['BadRequestError', 'unsupported_media'],
      ['AuthenticationError', 'invalid_api_key'],
    ],
  })
})
