import { expect, test } from 'vitest'
import { transcriptionAddress } from './transcription-address'

test.each([
  ['https://api.openai.com', 'https://api.openai.com/v1/audio/transcriptions'],
  ['https://api.openai.com/v1', 'https://api.openai.com/v1/audio/transcriptions'],
  ['https://api.openai.com/v1/', 'https://api.openai.com/v1/audio/transcriptions'],
  ['https://api.groq.com/openai', 'https://api.groq.com/openai/v1/audio/transcriptions'],
  ['http://localhost:8000/v1/audio/transcriptions', 'http://localhost:8000/v1/audio/transcriptions'],
])('%s leads to %s', (apiUrl, address) => {
  expect(transcriptionAddress(apiUrl)?.href).toBe(address)
})

test.each(['localhost:8000', 'ftp://localhost', 'https://user:secret@localhost', 'nothing'])(
  '%s leads nowhere',
  (apiUrl) => {
    expect(transcriptionAddress(apiUrl)).toBeNull()
  },
)
