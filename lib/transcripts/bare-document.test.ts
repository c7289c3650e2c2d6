import { expect, test } from 'vitest'
import type { Format, Transcript } from '@/lib/captions/transcript'
import { bareDocumentType } from './bare-document'

const typeFor = (accept: string | null, format: Format) => bareDocumentType(accept, { format } as Transcript)

test.each<[string, Format, string]>([
  ['text/vtt', 'vtt', 'text/vtt; charset=utf-8'],
  ['application/json, TEXT/PLAIN;q=0.5', 'text', 'text/plain; charset=utf-8'],
  ['text/markdown; charset=utf-8', 'markdown', 'text/markdown; charset=utf-8'],
])('a request that accepts %s and has the format %s gets the document itself', (accept, format, type) => {
  expect(typeFor(accept, format)).toBe(type)
})

test.each<[string | null, Format]>([
  [null, 'srt'],
  ['*/*', 'srt'],
  ['text/*', 'text'],
  ['text/vtt', 'srt'],
  ['text/vtt;q=0, */*', 'vtt'],
  ['application/json', 'json'],
  ['toString', 'json'],
])('a request that accepts %s and has the format %s gets JSON', (accept, format) => {
  expect(typeFor(accept, format)).toBeNull()
})
