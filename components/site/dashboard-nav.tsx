'use client'

import { AudioLines, CreditCard, Globe, KeyRound, type LucideIcon, Plug, Rss, Settings, Webhook } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'

const PLACES: readonly { href: string; label: string; Icon: LucideIcon }[] = [
  { href: '/transcripts', label: 'Transcripts', Icon: AudioLines },
  { href: '/imports', label: 'Imports', Icon: Rss },
  { href: '/publishing', label: 'Publishing', Icon: Globe },
  { href: '/key', label: 'API key', Icon: KeyRound },
  { href: '/connections', label: 'Connections', Icon: Plug },
  { href: '/billing', label: 'Billing', Icon: CreditCard },
  { href: '/webhooks', label: 'Webhooks', Icon: Webhook },
  { href: '/settings', label: 'Settings', Icon: Settings },
]

/** The places of the dashboard: a column beside the page, a row above it on a phone. */
export function DashboardNav() {
  const here = usePathname()
  return (
    <nav aria-label="Dashboard" className="overflow-x-auto print:hidden lg:overflow-visible">
      <ul className="flex gap-1 lg:sticky lg:top-6 lg:flex-col">
        {PLACES.map(({ href, label, Icon }) => {
          const current = here === href || here.startsWith(`${href}/`)
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={current ? 'page' : undefined}
                className="flex min-h-9 items-center gap-2 whitespace-nowrap rounded-md px-3 text-sm text-soft hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink"
              >
                <Icon aria-hidden size={16} />
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
