'use client'

import dynamic from 'next/dynamic'
import { useEffect, useSyncExternalStore } from 'react'
import { isOpen, type Upload, uploadList } from './upload-list'

/** Loaded with the first upload. */
const UploadRows = dynamic(() => import('./upload-rows').then((module) => module.UploadRows), { ssr: false })

const NONE: readonly Upload[] = []

/** The uploads of this tab, on whichever page of the account is open; nothing while there are none. */
export function UploadPanel() {
  const uploads = useSyncExternalStore(uploadList.subscribe, uploadList.get, () => NONE)
  const isBusy = uploads.some(isOpen)
  useEffect(() => {
    if (!isBusy) return
    // The browser asks before it leaves: an upload ends with the tab.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
  return uploads.length > 0 && <UploadRows uploads={uploads} />
}
