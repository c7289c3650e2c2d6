'use client'

import type { LucideIcon } from 'lucide-react'
import { AudioLines, Code, Plus, Rss, Settings } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { PLACES, type Place, placeOf } from './places'
import { words } from './words'

/** The icons of the places. */
export const PLACE_ICONS: Readonly<Record<Place['name'], LucideIcon>> = {
  new: Plus,
  transcripts: AudioLines,
  imports: Rss,
  developers: Code,
  settings: Settings,
}

const LINK =
  'flex min-h-10 items-center gap-3 rounded-md px-3 text-sm whitespace-nowrap text-soft hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink lg:min-h-9'

/**
 * The places of an account, one below the other. `onGo` is called when one is chosen, whose page takes the place of the present entry of
 * the history: that of the menu.
 */
export function NavList({ onGo }: { onGo?: () => void }) {
  const here = placeOf(usePathname() ?? '/')
  return (
    <ul className="flex flex-col gap-0.5">
      {PLACES.map((place) => {
        const Icon = PLACE_ICONS[place.name]
        return (
          <li key={place.name}>
            <Link
              href={place.sections[0].href}
              prefetch={false}
              {...(onGo && { onClick: onGo, replace: true })}
              aria-current={place === here ? 'page' : undefined}
              className={LINK}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              {words.places[place.name]}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
