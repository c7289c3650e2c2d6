'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { NavList } from './nav-list'
import { isSection, needsWidth, placeOf, sectionsOf, type Viewer } from './places'
import { words } from './words'

/** The navigation of an account, in a column beside the page. A narrow screen has it in the menu of the header. */
export function DashboardNav() {
  const here = usePathname() ?? '/'
  return (
    <nav
      aria-label={words.nav}
      className={`w-44 shrink-0 print:hidden ${needsWidth(here) ? 'max-xl:hidden' : 'max-lg:hidden'}`}
    >
      <div className="sticky top-6 -ml-3 px-0.5 py-0.5">
        <NavList />
      </div>
    </nav>
  )
}

const TAB =
  '-mb-px inline-flex min-h-10 shrink-0 items-center rounded-t-sm border-b-2 border-transparent px-1 text-sm whitespace-nowrap text-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink'

/** Scrolls a row of tabs that is wider than a phone to its current tab. */
function showTab(link: HTMLAnchorElement | null): void {
  if (link?.parentElement) link.parentElement.scrollLeft = link.offsetLeft - link.parentElement.clientWidth / 2
}

/** The sections of the place that is shown, above the page; nothing where there is only one. */
export function SectionTabs({ viewer }: { viewer: Viewer }) {
  const here = usePathname() ?? '/'
  const place = isSection(here) ? placeOf(here) : null
  const sections = place ? sectionsOf(place, viewer) : []
  if (!place || sections.length < 2) return null
  return (
    <nav
      aria-label={words.places[place.name]}
      className="relative mb-8 flex gap-5 overflow-x-auto border-b border-hairline"
    >
      {sections.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          ref={href === here ? showTab : undefined}
          aria-current={href === here ? 'page' : undefined}
          className={TAB}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
