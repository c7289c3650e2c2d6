/** The language of most chunks with speech; null while there is none. */
export function majorityLang(chunks: readonly { lang: string | null }[]): string | null {
  const votes = new Map<string, number>()
  for (const { lang } of chunks) if (lang) votes.set(lang, (votes.get(lang) ?? 0) + 1)
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
