import { words } from './words'

/** A page of a place. */
export type Section = {
  href: string
  label: string
  /** The label on a machine's own account, which has no plans. */
  localLabel?: string
  forOperators?: true
  /** The address that the page had in earlier releases; it redirects. */
  formerly?: string
}

/** A place of an account: an entry of the navigation, whose sections are its tabs. The first section is its address. */
export type Place = { name: keyof typeof words.places; sections: readonly [Section, ...Section[]] }

const { sections } = words

/** The places of an account. Navigation, tabs, palette, redirects and robots.txt follow from this list. */
export const PLACES: readonly Place[] = [
  { name: 'new', sections: [{ href: '/', label: words.places.new }] },
  {
    name: 'transcripts',
    sections: [
      { href: '/transcripts', label: sections.all },
      { href: '/transcripts/trash', label: sections.trash },
    ],
  },
  {
    name: 'imports',
    sections: [
      { href: '/imports', label: sections.all },
      { href: '/imports/following', label: sections.following, formerly: '/watches' },
    ],
  },
  {
    name: 'developers',
    sections: [
      { href: '/developers', label: sections.keys, formerly: '/key' },
      { href: '/developers/webhooks', label: sections.webhooks, formerly: '/webhooks' },
      { href: '/developers/connections', label: sections.connections, formerly: '/connections' },
    ],
  },
  {
    name: 'settings',
    sections: [
      { href: '/settings', label: sections.general },
      { href: '/settings/usage', label: sections.billing, localLabel: sections.usage, formerly: '/billing' },
      { href: '/settings/speech', label: sections.speech, forOperators: true, formerly: '/speech' },
      { href: '/settings/system', label: sections.system, forOperators: true, formerly: '/doctor' },
      { href: '/status', label: sections.status },
    ],
  },
]

/** The account that sees the sections. `isLocal`: it is this machine's own; `isOperator`: it may manage this machine. */
export type Viewer = { isLocal: boolean; isOperator: boolean }

/** The sections of a place for an account, as it names them. */
export function sectionsOf({ sections }: Place, { isLocal, isOperator }: Viewer): Pick<Section, 'href' | 'label'>[] {
  return sections
    .filter(({ forOperators }) => isOperator || !forOperators)
    .map(({ href, label, localLabel }) => ({ href, label: (isLocal && localLabel) || label }))
}

/** The place whose section a path is, or lies under; null for a page outside of the account. The front page is only itself. */
export function placeOf(path: string): Place | null {
  const isWithin = ({ href }: Section) => path === href || (href !== '/' && path.startsWith(`${href}/`))
  return PLACES.find(({ sections }) => sections.some(isWithin)) ?? null
}

/** Whether a path is the page of a section, and not of one thing below it. */
export function isSection(path: string): boolean {
  return PLACES.some(({ sections }) => sections.some(({ href }) => href === path))
}

/** Whether a page has its own columns, so that the navigation is beside it only on a very wide screen. */
export function needsWidth(path: string): boolean {
  return path.startsWith('/transcripts/') && !isSection(path)
}

/** The addresses that the page of published transcripts had in earlier releases: now a filter of the list. */
const PUBLISHED = ['/publishing', '/transcripts/published'].map((source) => ({
  source,
  destination: '/transcripts?published=true',
  permanent: true as const,
}))

/** The permanent redirects from the addresses of earlier releases, with what lies below them. */
export function formerAddresses(): { source: string; destination: string; permanent: true }[] {
  const moved = PLACES.flatMap(({ sections }) => sections).flatMap(({ href, formerly }) =>
    formerly ? [{ source: `${formerly}/:path*`, destination: `${href}/:path*`, permanent: true as const }] : [],
  )
  return [...PUBLISHED, ...moved]
}
