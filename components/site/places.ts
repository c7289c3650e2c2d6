import { AudioLines, CreditCard, Globe, KeyRound, type LucideIcon, Plug, Rss, Settings, Webhook } from 'lucide-react'
import { words } from './words'

export type Place = { href: string; label: string; Icon: LucideIcon }

const { places } = words

/** The places of the dashboard, in groups: the work, the ways in, the account. */
export const PLACES: readonly (readonly Place[])[] = [
  [
    { href: '/transcripts', label: places.transcripts, Icon: AudioLines },
    { href: '/imports', label: places.imports, Icon: Rss },
    { href: '/publishing', label: places.publishing, Icon: Globe },
  ],
  [
    { href: '/key', label: places.key, Icon: KeyRound },
    { href: '/connections', label: places.connections, Icon: Plug },
    { href: '/webhooks', label: places.webhooks, Icon: Webhook },
  ],
  [
    { href: '/billing', label: places.billing, Icon: CreditCard },
    { href: '/settings', label: places.settings, Icon: Settings },
  ],
]

/** Whether a path is a place or lies under it. */
export function isAt(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}
