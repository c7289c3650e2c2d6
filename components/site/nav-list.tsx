'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { isCurrentPage, NAV_ITEMS } from './nav-items'

const LINK =
  'flex min-h-10 items-center gap-3 rounded-md px-3 text-sm whitespace-nowrap text-soft hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink lg:min-h-9'

/** The places of the dashboard one below the other. `onGo` is called when one is chosen. */
export function NavList({ onGo }: { onGo?: () => void }) {
  const here = usePathname() ?? '/'
  return NAV_ITEMS.map((group) => (
    <ul key={group[0]?.href} className="flex flex-col gap-0.5">
      {group.map(({ href, label, Icon }) => (
        <li key={href}>
          <Link
            href={href}
            {...(onGo && { onClick: onGo })}
            aria-current={isCurrentPage(here, href) ? 'page' : undefined}
            className={LINK}
          >
            <Icon aria-hidden size={16} className="shrink-0" />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  ))
}
