import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { setEnv } from '@/lib/core/env'
import { recognise } from '@/lib/sources/recognise/recognise'
import { outcome } from '@/lib/sources/recognise/testing/outcome'

/** A link as people paste it. */
const casesSchema = z.array(
  z.strictObject({
    link: z.string(),
    /** Its meaning in one line, as `outcome` writes it. */
    means: z.string(),
    /** Where the form was seen: repository, version and file, or Verbatim itself. */
    from: z.string(),
    note: z.string().optional(),
    /** The kind of a list. */
    list: z.string().optional(),
    /** The canonical link of a recording or a list. */
    url: z.string().optional(),
    newestFirst: z.boolean().optional(),
    /** The words of a refusal. */
    detail: z.string().optional(),
  }),
)

function meaningOf(link: string) {
  const found = recognise(link)
  if (found.kind !== 'recording' && found.kind !== 'list') return null
  const { url } = found.kind === 'list' ? found : found.ref
  return { found, url, openUrl: found.kind === 'list' ? url : (found.ref.openUrl ?? url) }
}

/** Tests the cases of a `links.json`: what each link means, and that the links given for it mean the same. `anySite`: whether other sites are read. */
export function testLinks(json: unknown, anySite: 'on' | 'off' = 'off'): void {
  describe('links', () => {
    beforeAll(() => void setEnv({ BASE_URL: 'http://localhost:3000', ANY_SITE: anySite }))
    test.each(casesSchema.parse(json))('$link is $means', ({ link, means, list, url, newestFirst, detail }) => {
      expect(outcome(link)).toBe(means)
      if (detail) {
        const context = expect.objectContaining({ field: 'url' })
        expect(() => recognise(link)).toThrow(expect.objectContaining({ message: detail, context }))
      }
      const meant = /_(?:source|url)$/.test(means) ? null : meaningOf(link)
      if (!meant) return
      if (list) expect(meant.found).toMatchObject({ list, isNewestFirst: newestFirst })
      if (url) expect(meant.url).toBe(url)
      expect(recognise(meant.openUrl)).toEqual(meant.found)
      expect(outcome(meant.url)).toBe(means)
      expect(meaningOf(meant.url)?.url).toBe(meant.url)
      expect(new URL(meant.url).protocol).toBe('https:')
    })
  })
}
