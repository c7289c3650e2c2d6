import type { z } from 'zod'

/** The query of a page's URL: a repeated name has a list. */
export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>

/**
 * The parameters of a page's address as its schema declares them, each by itself: one that is empty, too long or not
 * understood is as if it were not there. Of a repeated name the last wins. A schema has a default for every parameter.
 */
export async function parseSearchParams<S extends z.ZodObject>(schema: S, asked: SearchParams): Promise<z.output<S>> {
  const last = Object.entries(await asked).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value])
  const sent = Object.fromEntries(last.filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]))
  return schema.parse(Object.fromEntries(Object.entries(sent).filter(([name]) => !wrong.has(name))))
}
