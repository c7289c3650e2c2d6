import { beforeEach, expect, test } from 'vitest'
import { EXAMPLE_LANGUAGES } from '@/components/docs/example-language'
import { clearSingletons } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
import type { Page } from '@/lib/docs/page'
import { readMarkdown } from '@/lib/docs/read-markdown'
import { readPage } from '@/lib/docs/read-page'
import { pageHtml } from './page-html'

const REQUESTS = 20

setEnv({ BASE_URL: 'https://verbatim.test' })
beforeEach(clearSingletons)

/** The reference, with a count of the readings of it. */
async function countedReference(): Promise<{ page: Page; timesRead: () => number }> {
  const reference = await readPage('api/transcripts')
  if (!reference) throw new Error('there is no reference')
  let count = 0
  const page = {
    ...reference,
    get sections() {
      count += 1
      return reference.sections
    },
  }
  return { page, timesRead: () => count }
}

test('the reference is rendered once for each language of its examples, however often it is asked for', async () => {
  const { page, timesRead } = await countedReference()
  for (const language of EXAMPLE_LANGUAGES) {
    const asked = await Promise.all(Array.from({ length: REQUESTS }, () => pageHtml(page, language)))
    expect(new Set(asked).size).toBe(1)
    expect(asked[0]).toContain('id="createTranscript"')
    expect(asked[0]).not.toMatch(/<script|\son\w+=/i)
  }
  expect(timesRead()).toBe(EXAMPLE_LANGUAGES.length)
})

test('the language that was chosen is the one shown first', async () => {
  const page = await readPage('api/transcripts')
  if (!page) throw new Error('there is no reference')
  const checkedIn = async (language: (typeof EXAMPLE_LANGUAGES)[number]) => {
    const inputs = (await pageHtml(page, language)).match(/<input[^>]*checked=""[^>]*>/g) ?? []
    return new Set(inputs.map((input) => /value="(\w+)"/.exec(input)?.[1]))
  }
  for (const language of EXAMPLE_LANGUAGES) expect([...(await checkedIn(language))]).toContain(language)
})

test('a page that could not be rendered is tried again', async () => {
  const { page } = await countedReference()
  const broken = { ...page, sections: [null] } as unknown as Page
  await expect(pageHtml(broken, 'sh')).rejects.toThrow()
  expect(await pageHtml(page, 'sh')).toContain('id="createTranscript"')
})

test('the Markdown of a page is made once a process', async () => {
  expect(readMarkdown('api/transcripts')).toBe(readMarkdown('api/transcripts'))
  expect(await readMarkdown('api/transcripts')).toContain('createTranscript')
})
