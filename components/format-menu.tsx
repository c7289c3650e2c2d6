import { ChevronDown, Download } from 'lucide-react'
import { OFFERED_FORMATS } from '@/components/offered-formats'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { Format } from '@/lib/captions/transcript'

/** A menu of the five formats, each a download from its address. */
export function FormatMenu({ label, addressOf }: { label: string; addressOf: (format: Format) => string }) {
  return (
    <Menu
      trigger={
        <Button size="snug">
          <Download className="size-4" aria-hidden="true" />
          <span className="gives-way">{label}</span>
          <ChevronDown className="-mx-1 size-4 text-soft max-sm:hidden" aria-hidden="true" />
        </Button>
      }
    >
      {OFFERED_FORMATS.map(({ format, name, ending }) => (
        <MenuItem key={format} asChild>
          <a href={addressOf(format)} download>
            {name}
            <span className="times ms-auto ps-6 text-soft">{ending}</span>
          </a>
        </MenuItem>
      ))}
    </Menu>
  )
}
