import { Download, Globe, GlobeLock, Link2, Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { OFFERED_FORMATS } from '@/components/offered-formats'
import { copyText } from '@/components/ui/copy-text'
import { Menu, MenuItem, SubMenu } from '@/components/ui/menu'
import type { Transcription } from '@/lib/library/contract'
import { words } from '../words'
import { RenameDialog } from './rename-dialog'

const ICON = 'size-4'

type Props = Pick<ComponentProps<typeof Menu>, 'trigger' | 'byKeyboard'> & {
  transcription: Transcription
  onDelete: () => void
  onUnpublish: () => void
}

/** The open menu of a row: rename, download in a format, what is done with its public page, delete. */
export function OpenRowMenu({ transcription, onDelete, onUnpublish, ...opened }: Props) {
  const { id, slug, duration_seconds: covered } = transcription
  const [isRenaming, setIsRenaming] = useState(false)
  return (
    <>
      <Menu {...opened}>
        <MenuItem onSelect={() => setIsRenaming(true)}>
          <Pencil className={ICON} aria-hidden="true" />
          {words.rename}
        </MenuItem>
        {covered > 0 && (
          <SubMenu
            label={
              <>
                <Download className={ICON} aria-hidden="true" />
                {words.download}
              </>
            }
          >
            {OFFERED_FORMATS.map(({ format, name, ending }) => (
              <MenuItem key={format} asChild>
                <a href={`/transcripts/${id}/download/${format}`} download>
                  {name}
                  <span className="times ms-auto ps-6 text-soft">{ending}</span>
                </a>
              </MenuItem>
            ))}
          </SubMenu>
        )}
        {slug !== null && (
          <>
            <MenuItem asChild>
              <a href={`/t/${slug}`}>
                <Globe className={ICON} aria-hidden="true" />
                {words.openPublicPage}
              </a>
            </MenuItem>
            <MenuItem
              onSelect={() => void copyText(new URL(`/t/${slug}`, window.location.origin).href, words.linkCopied)}
            >
              <Link2 className={ICON} aria-hidden="true" />
              {words.copyPublicLink}
            </MenuItem>
            <MenuItem onSelect={onUnpublish}>
              <GlobeLock className={ICON} aria-hidden="true" />
              {words.actionNames.unpublish}
            </MenuItem>
          </>
        )}
        <MenuItem onSelect={onDelete}>
          <Trash2 className={ICON} aria-hidden="true" />
          {words.actionNames.remove}
        </MenuItem>
      </Menu>
      <RenameDialog transcription={transcription} open={isRenaming} onOpenChange={setIsRenaming} />
    </>
  )
}
