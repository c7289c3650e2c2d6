import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { DownloadFormat } from '@/lib/captions/document-files'

/** The address of a library item's document in a format. */
export function downloadAddress(libraryItemId: string, format: DownloadFormat): string {
  return `/transcripts/${encodeURIComponent(libraryItemId)}/download/${format}`
}

/** Downloads, once the text is there, the format that was chosen with the request. */
export function useWantedDownload(libraryItemId: string, format: DownloadFormat | null): void {
  const router = useRouter()
  const pathname = usePathname() ?? '/'
  useEffect(() => {
    if (!format) return
    const link = document.createElement('a')
    link.href = downloadAddress(libraryItemId, format)
    link.download = ''
    link.click()
    router.replace(pathname)
  }, [libraryItemId, format, router, pathname])
}
