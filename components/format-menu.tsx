import { Download } from 'lucide-react'
import type { DownloadFormat } from '@/lib/captions/document-files'
import { ActionMenu } from './action-menu'
import { OFFERED_FORMATS } from './offered-formats'

/** A menu of the formats, each a download from its address. */
export function FormatMenu({ label, addressOf }: { label: string; addressOf: (format: DownloadFormat) => string }) {
  const actions = OFFERED_FORMATS.map(({ format, name, ending }) => ({ name, note: ending, file: addressOf(format) }))
  return <ActionMenu Icon={Download} label={label} actions={actions} />
}
