import { gzipSync } from 'node:zlib'
import MiniSearch from 'minisearch'
import { describe, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { SLUGS } from './contents'
import { searchIndex } from './search-index'
import { SEARCH_OPTIONS } from './search-options'

setEnv({ BASE_URL: 'https://verbatim.test' })
const json = await searchIndex()
const index = MiniSearch.loadJSON(json, SEARCH_OPTIONS)
const find = (query: string) => index.search(query).map(({ id }) => String(id))

describe('a search of the documentation finds', () => {
  test.each([
    ['a section of the guide by its title', 'resumable uploads', '/docs/uploads#resumable-uploads'],
    ['a section by words of its text', 'rolling captions merged', '/docs/formats#segments'],
    ['an error code', 'allowance_exceeded', '/docs/errors#allowance_exceeded'],
    ['an operation by its path', 'POST /v1/transcript', '/docs/api/transcripts#createTranscript'],
    ['a field of a request', 'strict_lang', '/docs/api/transcripts#createTranscript'],
    ['an object of the API', 'HTTPValidationError', '/docs/api/schemas#schema-HTTPValidationError'],
    ['a page', 'changelog', '/docs/changelog'],
    ['the beginning of a word', 'idempot', '/docs/limits#idempotency'],
    ['a word with a mistake in it', 'webhoks', '/docs/webhooks'],
  ])('%s', (_, query, address) => {
    expect(find(query).slice(0, 12)).toContain(address)
  })

  test('the page of a word before what only mentions it', () => {
    expect(find('webhooks')[0]).toBe('/docs/webhooks')
    expect(find('job')[0]).toBe('/docs/jobs')
    expect(find('upload')[0]).toBe('/docs/uploads')
  })

  test('nothing for words that no section has together', () => {
    expect(find('zebra transcript')).toEqual([])
  })
})

test('the index has every page, says nothing of the server that built it, and is small', () => {
  const pages = new Set(Object.values(JSON.parse(json).documentIds as Record<string, string>))
  expect(SLUGS.filter((slug) => !pages.has(`/docs/${slug}`))).toEqual([])
  expect(json).not.toContain('verbatim.test')
  expect(gzipSync(json).byteLength).toBeLessThan(120_000)
})
