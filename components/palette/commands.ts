import type { LucideIcon } from 'lucide-react'
import { AudioLines, BookOpen, Clock, Keyboard, LogOut, Monitor, Moon, Plus, Sun } from 'lucide-react'
import { PLACE_ICONS } from '@/components/site/nav-list'
import { PLACES, sectionsOf, type Viewer } from '@/components/site/places'
import { chooseTheme } from '@/components/site/theme/theme'
import { words as siteWords } from '@/components/site/words'
import type { Transcription } from '@/lib/library/contract'
import { words } from './words'

export type CommandGroup = keyof typeof words.groups

/** Something that the palette offers: a place to go to, or something to do. */
export type Command = { id: string; group: CommandGroup; name: string; Icon: LucideIcon } & (
  | { href: string }
  | { act: () => void }
)

/** Sends the form that signs out: only a POST does. */
function signOut(): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/sign-out'
  document.body.append(form)
  form.submit()
}

/** `onGoToTime`: null where the page has no transcript. */
type Options = Viewer & { onShortcuts: () => void; onGoToTime: (() => void) | null }

/** The pages and actions of the palette. */
export function listCommands({ onShortcuts, onGoToTime, ...viewer }: Options): Command[] {
  const pages = PLACES.filter(({ sections }) => sections.length > 1).flatMap((place) =>
    sectionsOf(place, viewer).map(
      ({ href, label }): Command => ({
        id: href,
        group: 'pages',
        name: words.page(siteWords.places[place.name], label),
        Icon: PLACE_ICONS[place.name],
        href,
      }),
    ),
  )
  pages.push({ id: 'docs', group: 'pages', name: siteWords.docs, Icon: BookOpen, href: '/docs' })
  const actions: Command[] = [
    { id: 'new', group: 'actions', name: words.newTranscript, Icon: Plus, href: '/' },
    { id: 'light', group: 'actions', name: words.lightTheme, Icon: Sun, act: () => chooseTheme('light') },
    { id: 'dark', group: 'actions', name: words.darkTheme, Icon: Moon, act: () => chooseTheme('dark') },
    { id: 'system', group: 'actions', name: words.systemTheme, Icon: Monitor, act: () => chooseTheme('system') },
    { id: 'shortcuts', group: 'actions', name: words.shortcuts, Icon: Keyboard, act: onShortcuts },
  ]
  if (onGoToTime)
    actions.unshift({ id: 'go-to-time', group: 'actions', name: words.goToTime, Icon: Clock, act: onGoToTime })
  if (!viewer.isLocal)
    actions.push({ id: 'sign-out', group: 'actions', name: words.signOut, Icon: LogOut, act: signOut })
  return [...actions, ...pages]
}

/** A transcript as the palette offers it. */
export function transcriptCommand({ id, title }: Pick<Transcription, 'id' | 'title'>): Command {
  return {
    id,
    group: 'transcripts',
    name: title ?? words.untitled,
    Icon: AudioLines,
    href: `/transcripts/${encodeURIComponent(id)}`,
  }
}

/** The commands whose name has every word of a query, in any order. */
export function matchCommands(commands: readonly Command[], query: string): Command[] {
  const parts = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ name }) => parts.every((part) => name.toLocaleLowerCase().includes(part)))
}
