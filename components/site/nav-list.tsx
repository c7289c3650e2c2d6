'use client'

import type { LucideIcon } from 'lucide-react'
import {
  Activity,
  AudioLines,
  BookOpen,
  Gauge,
  Globe,
  House,
  KeyRound,
  Mic,
  Plug,
  Radar,
  Rss,
  Settings,
  Stethoscope,
  Webhook,
} from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { words } from './words'

const LINK =
  'flex min-h-10 items-center gap-3 rounded-md px-3 text-sm whitespace-nowrap text-soft hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink lg:min-h-9'

type Props = {
  /** Whether the user may manage this machine. */
  isOperator: boolean
  /** Called when a page is chosen. */
  onGo?: () => void
}

/** The pages of an account, one below the other. */
export function NavList({ isOperator, onGo }: Props) {
  const here = usePathname() ?? '/'
  return groupsFor(isOperator).map((group) => (
    <ul key={group[0]?.href} className="flex flex-col gap-0.5">
      {group.map(({ href, label, Icon }) => (
        <li key={href}>
          <Link
            href={href}
            prefetch={false}
            {...(onGo && { onClick: onGo })}
            aria-current={isCurrentPage(here, href) ? 'page' : undefined}
            className={LINK}
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  ))
}

type NavItem = {
  href: string
  label: string
  Icon: LucideIcon
  forOperators?: true
  /** A page with its own navigation. */
  isOutside?: true
}

const { items } = words

/** The pages of an account, in groups: the work, the plan and the ways in, this account and this service. */
export const NAV_ITEMS: readonly (readonly NavItem[])[] = [
  [
    { href: '/', label: items.home, Icon: House },
    { href: '/transcripts', label: items.transcripts, Icon: AudioLines },
    { href: '/imports', label: items.imports, Icon: Rss },
    { href: '/watches', label: items.watches, Icon: Radar },
    { href: '/publishing', label: items.publishing, Icon: Globe },
  ],
  [
    { href: '/billing', label: items.billing, Icon: Gauge },
    { href: '/key', label: items.key, Icon: KeyRound },
    { href: '/webhooks', label: items.webhooks, Icon: Webhook },
    { href: '/connections', label: items.connections, Icon: Plug },
  ],
  [
    { href: '/settings', label: items.settings, Icon: Settings },
    { href: '/speech', label: items.speech, Icon: Mic, forOperators: true },
    { href: '/doctor', label: items.doctor, Icon: Stethoscope, forOperators: true },
    { href: '/docs', label: items.docs, Icon: BookOpen, isOutside: true },
    { href: '/status', label: items.status, Icon: Activity },
  ],
]

function groupsFor(isOperator: boolean): NavItem[][] {
  return NAV_ITEMS.map((group) => group.filter(({ forOperators }) => isOperator || !forOperators))
}

/** The same pages in one list, for the account menu. */
export function pagesFor(isOperator: boolean): NavItem[] {
  return groupsFor(isOperator).flat()
}

/** Whether a path is a page or lies under it; the front page is only itself. */
export function isCurrentPage(path: string, item: string): boolean {
  return path === item || (item !== '/' && path.startsWith(`${item}/`))
}

/** Whether a path is a page with the navigation of the account beside it. */
export function hasDashboardNav(path: string): boolean {
  return NAV_ITEMS.flat().some(({ href, isOutside }) => !isOutside && isCurrentPage(path, href))
}

/** Whether a page has its own columns, so that the navigation is beside it only on a very wide screen. */
export function needsWidth(path: string): boolean {
  return path.startsWith('/transcripts/')
}
