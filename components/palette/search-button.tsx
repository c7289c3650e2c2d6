'use client'

import { Search } from 'lucide-react'
import { Kbd } from '@/components/ui/kbd'
import { openOverlay } from './open-overlay'
import { words } from './words'

/** Opens the command palette: a labelled button with its key, and its icon alone on a phone. */
export function SearchButton() {
  return (
    <button
      type="button"
      aria-label={words.search}
      title={words.search}
      aria-haspopup="dialog"
      onClick={() => openOverlay('palette')}
      className="inline-flex h-10 min-w-10 items-center justify-center gap-2 rounded-md px-3 text-sm text-soft hover:bg-sunken hover:text-ink scripting-only"
    >
      <Search className="size-4.5" strokeWidth={1.75} aria-hidden="true" />
      <span aria-hidden="true" className="max-sm:hidden">
        {words.search}
      </span>
      <Kbd aria-hidden="true" className="max-lg:hidden">
        {words.paletteKey}
      </Kbd>
    </button>
  )
}
