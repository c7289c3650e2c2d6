import { DEFAULT_LANG } from '@/lib/transcripts/read-request'

/** The language that an import's transcripts are asked for in: the one it names, else that of a call which names none. */
export function requestedLangOf({ lang }: { lang: string | null }): string {
  return lang ?? DEFAULT_LANG
}
