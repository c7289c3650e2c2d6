'use client'

import { useEffect } from 'react'
import { copyText } from '@/components/ui/copy-text'
import { setChoiceCookie } from '@/components/ui/set-choice-cookie'
import { EXAMPLE_COOKIE, parseExampleLanguage } from './example-language'

async function copy(event: Event): Promise<void> {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null
  const code = button?.parentElement?.querySelector('code')?.textContent
  if (!button || !code) return
  button.toggleAttribute('data-copied', await copyText(code))
}

/** A choice applies to every example, on this page and the next ones. */
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

/** How far below the top of the window a section counts as the one that is read, as a share of the window. */
const READING_LINE = 0.3

/** The section that is read: the last one that begins above the reading line, or the first. */
function currentSection(sections: readonly Element[]): Element | undefined {
  const line = window.innerHeight * READING_LINE
  const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
  if (isAtEnd && window.scrollY > 0) return sections.at(-1)
  return sections.findLast((section) => section.getBoundingClientRect().top <= line)
}

/** Marks the link to the section in sight in each list of the sections of a page. Returns what ends it. */
function followSections(): () => void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-sections] a[href^="#"]')]
  const named = new Set(links.map(({ hash }) => decodeURIComponent(hash.slice(1))))
  const sections = [...named].flatMap((id) => document.getElementById(id) ?? [])
  let frame = 0
  const mark = () => {
    frame = 0
    const id = currentSection(sections)?.id
    for (const link of links) {
      if (id !== undefined && decodeURIComponent(link.hash.slice(1)) === id)
        link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
    }
  }
  const schedule = () => {
    frame ||= requestAnimationFrame(mark)
  }
  mark()
  document.addEventListener('scroll', schedule, { passive: true })
  window.addEventListener('resize', schedule)
  return () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('scroll', schedule)
    window.removeEventListener('resize', schedule)
  }
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
