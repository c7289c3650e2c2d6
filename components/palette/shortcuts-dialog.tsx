import { Close, Title } from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { Fragment } from 'react'
import { IconButton } from '@/components/ui/button'
import { DialogFrame } from '@/components/ui/form-dialog'
import { Kbd } from '@/components/ui/kbd'
import type { PaletteProps } from './command-palette'
import { words } from './words'

export type ShortcutsProps = Pick<PaletteProps, 'open' | 'onClose' | 'onCloseAutoFocus'>

const { keys, names } = words

/** A shortcut: its keys, alternatives apart; keys pressed together are in one list. */
type Shortcut = { name: string; keys: readonly (readonly string[])[] }

function modifier(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? names.command : names.control
}

function shortcutGroups(): { title: string; shortcuts: readonly Shortcut[] }[] {
  return [
    {
      title: words.everywhere,
      shortcuts: [
        { name: keys.palette, keys: [[modifier(), 'K']] },
        { name: keys.shortcuts, keys: [['?']] },
      ],
    },
    {
      title: words.transcript,
      shortcuts: [
        { name: keys.play, keys: [[names.space], ['K']] },
        { name: keys.skipFive, keys: [['←'], ['→']] },
        { name: keys.skipTen, keys: [['J'], ['L']] },
        { name: keys.speed, keys: [['<'], ['>']] },
        { name: keys.mute, keys: [['M']] },
        { name: keys.passage, keys: [['N'], ['P']] },
        { name: keys.playPassage, keys: [[names.enter]] },
        { name: keys.goToTime, keys: [['G']] },
        { name: keys.search, keys: [['/'], [modifier(), 'F']] },
        { name: keys.hits, keys: [[names.enter], [names.shift, names.enter]] },
        { name: keys.endSearch, keys: [[names.escape]] },
        { name: keys.copyLink, keys: [['C']] },
        { name: keys.copyQuote, keys: [['Q']] },
      ],
    },
  ]
}

/** Lists every keyboard shortcut. */
export function ShortcutsDialog({ open, onClose, onCloseAutoFocus }: ShortcutsProps) {
  return (
    <DialogFrame
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onCloseAutoFocus={onCloseAutoFocus}
      className="top-1/2 max-h-[calc(100dvh-2rem)] max-w-lg -translate-y-1/2"
    >
      <div className="flex items-center justify-between border-b border-hairline py-2 ps-6 pe-3">
        <Title className="font-semibold">{words.shortcuts}</Title>
        <Close asChild>
          <IconButton label={words.close}>
            <X className="size-5" aria-hidden="true" />
          </IconButton>
        </Close>
      </div>
      <section
        aria-label={words.shortcuts}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex flex-col gap-6 overflow-y-auto px-6 py-5 focus-visible:-outline-offset-2"
      >
        {shortcutGroups().map(({ title, shortcuts }) => (
          <div key={title}>
            <h3 className="pb-1 text-sm font-medium text-soft">{title}</h3>
            <dl className="text-sm">
              {shortcuts.map((shortcut) => (
                <ShortcutRow key={shortcut.name} shortcut={shortcut} />
              ))}
            </dl>
          </div>
        ))}
      </section>
    </DialogFrame>
  )
}

function ShortcutRow({ shortcut: { name, keys } }: { shortcut: Shortcut }) {
  return (
    <div className="flex items-center justify-between gap-4 border-t border-hairline py-1.5">
      <dt>{name}</dt>
      <dd className="flex shrink-0 items-center gap-1.5">
        {keys.map((together, index) => (
          <Fragment key={together.join()}>
            {index > 0 && <span className="text-xs text-soft">{words.or}</span>}
            <span className="flex gap-1">
              {together.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </span>
          </Fragment>
        ))}
      </dd>
    </div>
  )
}
