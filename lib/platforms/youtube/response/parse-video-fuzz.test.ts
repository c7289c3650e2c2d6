import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tidyFacts } from '@/lib/archive/media/media-facts'
import { Problem } from '@/lib/core/problem/problem'
import { propertyRuns } from '@/test/property-runs'
import { parseVideo } from './parse-video'

const LIMITS = { seed: 20_261_121, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false }
const FOLDER = path.resolve(import.meta.dirname, '../../../../test/fixtures/youtube')
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.innertube.json.gz'))
const answerOf = (name: string): unknown => JSON.parse(gunzipSync(readFileSync(path.join(FOLDER, name))).toString())

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    -1,
    '1e400',
    1e300,
    '\0',
    '\ud800',
    '',
    'x'.repeat(9_000),
    '+012345-01-01',
    'javascript:1',
    [null],
    {},
  ),
)

/** Where in a document its values stand, as far down as they are read. */
function placesIn(value: unknown, depth = 0): string[][] {
  if (typeof value !== 'object' || value === null || depth > 6) return [[]]
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...placesIn(inner, depth + 1).map((rest) => [key, ...rest]),
  ])
}

function replaceAt(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === key ? replaceAt(one, rest, put) : one))
  return { ...value, [key]: replaceAt(Reflect.get(value, key), rest, put) }
}

test.each(NAMES)('%s with anything in it replaced is a video that can be stored, or a problem', (name) => {
  const answer = answerOf(name)
  const read = /^(?:playability|videoDetails|captions|streaming|microformat)/
  const slots = placesIn(answer).filter(([first = '']) => read.test(first))
  const place = fc.constantFrom(...slots)
  fc.assert(
    fc.property(fc.array(fc.tuple(place, odd), { minLength: 1, maxLength: 4 }), (changes) => {
      const changed = changes.reduce((value, [at, put]) => replaceAt(value, at, put), answer)
      try {
        const media = parseVideo(changed, { videoId: 'jNQXAC9IVRw', userAgent: 'test' })
        const { title, publishedAt } = tidyFacts(media)
        expect(title === null || (title.isWellFormed() && !title.includes('\0'))).toBe(true)
        expect(Number.isNaN(publishedAt?.getTime())).toBe(false)
        expect(media.durationMs ?? 1).toBeGreaterThan(0)
        expect(media.durationMs ?? 1).toBeLessThan(2 ** 36)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
      }
    }),
    { ...LIMITS, numRuns: propertyRuns(200) },
  )
})
