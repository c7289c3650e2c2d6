import { AudioLines, CreditCard, Globe, KeyRound, type LucideIcon, Plug, Rss, Settings, Webhook } from 'lucide-react'
import { words } from './words'

export type NavItem = { href: string; label: string; Icon: LucideIcon }

const { items } = words

/** The places of the dashboard, in groups: the work, the ways in, the account. */
export const NAV_ITEMS: readonly (readonly NavItem[])[] = [
  [
    { href: '/transcripts', label: items.transcripts, Icon: AudioLines },
    { href: '/imports', label: items.imports, Icon: Rss },
    { href: '/publishing', label: items.publishing, Icon: Globe },
  ],
  [
    { href: '/key', label: items.key, Icon: KeyRound },
    { href: '/connections', label: items.connections, Icon: Plug },
    { href: '/webhooks', label: items.webhooks, Icon: Webhook },
  ],
  [
    { href: '/billing', label: items.billing, Icon: CreditCard },
    { href: '/settings', label: items.settings, Icon: Settings },
  ],
]

/** Whether a path is a place or lies under it. */
export function isCurrentPage(path: string, item: string): boolean {
  return path === item || path.startsWith(`${item}/`)
}
