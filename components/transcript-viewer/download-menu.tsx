import { FormatMenu } from '@/components/format-menu'
import { downloadAddress } from './download-address'
import { words } from './words'

/** The document in its five formats. */
export function DownloadMenu({ libraryItemId }: { libraryItemId: string }) {
  return <FormatMenu label={words.download} addressOf={(format) => downloadAddress(libraryItemId, format)} />
}
