/** What stands behind the `?` of a page's address: a name that comes several times has a list. */
export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>

/** The first of what a name was given. */
export function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
