import { DEFAULT_LANG } from '@/lib/transcripts/parse-request'

/** The requested language of an import's transcripts: the one it names, else the default of a request. */
export function requestedLangOf({ lang }: { lang: string | null }): string {
  return lang ?? DEFAULT_LANG
}
