'use client'

import { useRouter } from 'next/navigation'
import { DropVeil, useDropTarget } from './drop-target'
import { receiver } from './receiver'

/** Whether the pasted text is a link. Other text that is pasted outside of a field is ignored. */
function isLink(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text)
}

/**
 * Takes files and links that are dropped or pasted on any page of the account. The form of the page comes first, if there is
 * one; otherwise files are uploaded where one is, and a link is filled in on the front page.
 */
export function DropAnywhere() {
  const router = useRouter()
  const takeFiles = (files: readonly File[]) => {
    if (receiver.current?.takeFiles(files)) return
    void queueFiles(files)
  }
  const takeLink = (link: string) => {
    if (receiver.current) receiver.current.takeLink(link)
    else if (isLink(link)) router.push(`/?${new URLSearchParams({ link })}`)
  }
  return <DropVeil shown={useDropTarget(takeFiles, takeLink)} />
}

const DEFAULT_CHOICES = { lang: 'auto', diarize: false }

/** Puts files into the list of uploads, whose code is loaded with the first. */
export async function queueFiles(files: readonly File[], choices = DEFAULT_CHOICES): Promise<void> {
  const { addUploads } = await import('./run-uploads')
  addUploads(files, choices)
}
