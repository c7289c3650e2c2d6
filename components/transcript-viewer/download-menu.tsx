import { ChevronDown, Download } from 'lucide-react'
import { OFFERED_FORMATS } from '@/components/offered-formats'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { downloadAddress } from './download-address'
import { words } from './words'

/** The document in its five formats. */
export function DownloadMenu({ entryId }: { entryId: string }) {
  return (
    <Menu
      trigger={
        <Button className="max-sm:px-3">
          <Download className="size-4" aria-hidden="true" />
          <span className="max-sm:sr-only">{words.download}</span>
          <ChevronDown className="size-4 max-sm:hidden" aria-hidden="true" />
        </Button>
      }
    >
      {OFFERED_FORMATS.map(({ format, name, ending }) => (
        <MenuItem key={format} asChild>
          <a href={downloadAddress(entryId, format)} download>
            {name}
            <span className="times ms-auto ps-6 text-soft">{ending}</span>
          </a>
        </MenuItem>
      ))}
    </Menu>
  )
}
