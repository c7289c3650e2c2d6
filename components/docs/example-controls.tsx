'use client'

import { useEffect } from 'react'
import { copyText } from '@/components/ui/copy-text'
import { setChoiceCookie } from '@/components/ui/set-choice-cookie'
import { EXAMPLE_COOKIE, parseExampleLanguage } from './example-language'
import { followSections } from './follow-sections'

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
  setChoiceCookie(EXAMPLE_COOKIE, language, '/docs')
  const alike = document.querySelectorAll<HTMLInputElement>(`[data-example-language][value=${language}]`)
  const before = event.target.getBoundingClientRect().top
  for (const input of alike) input.checked = true
  // The examples above may be longer or shorter now: what was clicked stays where it is.
  window.scrollBy({ top: event.target.getBoundingClientRect().top - before, behavior: 'instant' })
}

/** An anchor that is a link leads to where its section has moved. */
function followMovedAnchor(): void {
  const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
  if (target instanceof HTMLAnchorElement && target.href) window.location.replace(target.href)
}

/** The script of a page: it copies examples, remembers their language, and shows which section is read. */
export function ExampleControls() {
  useEffect(() => {
    followMovedAnchor()
    const stopFollowing = followSections()
    document.addEventListener('click', copy)
    document.addEventListener('change', choose)
    return () => {
      stopFollowing()
      document.removeEventListener('click', copy)
      document.removeEventListener('change', choose)
    }
  }, [])
  return null
}
