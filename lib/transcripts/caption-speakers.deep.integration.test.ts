import { afterAll, expect, test } from 'vitest'
import { INLINE_TEXT_BYTES } from '@/lib/archive/texts/text-limits'
import type { Transcript } from '@/lib/captions/transcript'
import { startOrigin } from '@/test/origin/start-origin'
import { newUser, useService } from '@/test/service'

/** A talk of two people, each of whom says as much. */
function talk(words: string): string {
  return `WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ann>Hello. ${words}</v>\n\n00:04.000 --> 00:06.000\n<v Bob>Good day. ${words}</v>\n`
}

const sentence = 'These are words that fill a text up. '
const files: Record<string, string> = {
  '/small.vtt': talk(''),
  '/large.vtt': talk(sentence.repeat(Math.ceil(INLINE_TEXT_BYTES / sentence.length))),
}
const origin = await startOrigin([
  ({ host, path }) => {
    const body = files[path]
    return host === 'media.example' && body !== undefined
      ? { headers: { 'content-type': 'text/vtt' }, body }
      : undefined
  },
])
afterAll(() => origin.close())

const service = await useService({ EGRESS_PROXY_URL: origin.proxyUrl })
const { apiKey: key } = await newUser()

test.each(['small', 'large'])(
  'diarize false leaves the names of %s captions out, and of no later response',
  async (name) => {
    const ask = async (body: Record<string, unknown>) => {
      const response = await service.call('POST', '/v1/transcript', {
        key,
        body: { url: `http://media.example/${name}.vtt`, ...body },
      })
      expect(response.status).toBe(200)
      return response.body as Transcript
    }
    for (const diarize of [false, 'auto', false]) {
      const json = await ask({ diarize })
      const names = diarize === false ? undefined : ['Ann', 'Bob']
      expect(json.speakers?.map((speaker) => speaker.name)).toEqual(names)
      expect(json.segments?.map(({ speaker }) => speaker)).toEqual(names ? ['S1', 'S2'] : [undefined, undefined])
      for (const format of ['text', 'srt', 'vtt', 'ttml', 'ass', 'markdown']) {
        const { content = '', speakers } = await ask({ diarize, format })
        expect([format, /Ann|Bob/.test(content)]).toEqual([format, diarize !== false])
        expect(content).toContain('Good day.')
        expect(speakers === undefined).toBe(diarize === false)
      }
    }
  },
)
