'use client'

import { useEffect } from 'react'
import { copyText } from '@/components/ui/copy-text'
import { EXAMPLE_COOKIE, parseExampleLanguage } from './example-language'

const ONE_YEAR_SECONDS = 365 * 24 * 3600

async function copy(event: Event): Promise<void> {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null
  const code = button?.parentElement?.querySelector('code')?.textContent
  if (!button || !code) return
  button.toggleAttribute('data-copied', await copyText(code))
}

/** One choice goes for every example, on this page and the next ones. */
function choose(event: Event): void {
  if (!(event.target instanceof HTMLInputElement) || event.target.dataset.exampleLanguage === undefined) return
  const language = parseExampleLanguage(event.target.value)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${EXAMPLE_COOKIE}=${language}; path=/docs; max-age=${ONE_YEAR_SECONDS}; samesite=lax`
  const alike = document.querySelectorAll<HTMLInputElement>(`[data-example-language][value=${language}]`)
  const before = event.target.getBoundingClientRect().top
  for (const input of alike) input.checked = true
  // The examples above may be longer or shorter now: what was clicked stays where it is.
  window.scrollBy({ top: event.target.getBoundingClientRect().top - before, behavior: 'instant' })
}

/** What examples can do with a script: be copied, and remember the language. One for all of a page. */
export function ExampleControls() {
  useEffect(() => {
    document.addEventListener('click', copy)
    document.addEventListener('change', choose)
    return () => {
      document.removeEventListener('click', copy)
      document.removeEventListener('change', choose)
    }
  }, [])
  return null
}
