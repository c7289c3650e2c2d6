import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { gzipPieces } from './gzip-pieces'

const fresh = (bytes: Buffer) => ({ bytes, isKnown: false })
const known = (bytes: Buffer) => ({ bytes, isKnown: true })

const WORDS = Buffer.from('and so it came about that nobody was at home then. '.repeat(4_000))

test.each([
  ['one that is known between two that are not', [fresh(Buffer.from('{"a":')), known(WORDS), fresh(Buffer.from('}'))]],
  ['nothing', []],
  ['empty ones', [fresh(Buffer.alloc(0)), known(Buffer.alloc(0))]],
  ['known ones side by side', [known(WORDS), known(Buffer.from('é')), known(WORDS)]],
  ['fresh ones that need several blocks', [fresh(randomBytes(65_535)), fresh(randomBytes(200_000)), known(WORDS)]],
])('%s are unpacked as they were', async (_, pieces) => {
  expect(gunzipSync(await gzipPieces(pieces)).equals(Buffer.concat(pieces.map(({ bytes }) => bytes)))).toBe(true)
})

test('what is known is compressed', async () => {
  expect((await gzipPieces([known(WORDS)])).byteLength).toBeLessThan(WORDS.byteLength / 50)
})
