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
export function followSections(): () => void {
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
