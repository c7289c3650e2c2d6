import type { DownloadFormat } from '@/lib/captions/document-files'
import { DOWNLOADS } from '@/lib/captions/formats/downloads'

const offered = DOWNLOADS.map(({ id, name, ending }) => ({ format: id, name, ending: `.${ending}` }))

/** The formats as menus offer them: JSON, which programs read, is the last. */
export const OFFERED_FORMATS: readonly { format: DownloadFormat; name: string; ending: string }[] = offered.sort(
  (a, b) => Number(a.format === 'json') - Number(b.format === 'json'),
)
