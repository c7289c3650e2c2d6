import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { Format } from '@/lib/captions/transcript'
import { downloadAddress } from './download-address'

/** Downloads the format that was asked for in the form, once, when the text is there. */
export function useWantedDownload(libraryItemId: string, format: Format | null): void {
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
