import type { FoundCaptions } from '@/lib/captions/found-captions'
import { languageDistance } from '@/lib/captions/language-match'
import type { NewTranscript } from './store-transcript'

function fallbackWarning(asked: string, given: string, original: boolean): NewTranscript['warnings'][number] {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const other = original ? `the original ${names.of(given)}` : names.of(given)
  return {
    code: 'language_fallback',
    detail: `You asked for ${names.of(asked)}. This recording has none, so here is ${other}.`,
  }
}

function isFallback(requestedLang: string, lang: string | null): lang is string {
  if (lang === null || requestedLang === 'auto') return false
  return languageDistance(requestedLang, lang) === null
}

/**
 * A transcript made of captions. `durationMs` is how long the recording is; where that is not known, the text's own end
 * counts.
 */
export function captionTranscript(
  key: { mediaId: string; requestedLang: string },
  { segments, lang, source, original, availableLangs }: FoundCaptions,
  durationMs: number | null,
): NewTranscript {
  const totalMs = Math.max(durationMs ?? 0, segments.at(-1)?.endMs ?? 0)
  return {
    mediaId: key.mediaId,
    requestedLang: key.requestedLang,
    lang,
    source,
    engine: null,
    availableLangs,
    segments,
    coveredMs: totalMs,
    totalMs,
    complete: true,
    warnings: isFallback(key.requestedLang, lang) ? [fallbackWarning(key.requestedLang, lang, original)] : [],
  }
}
