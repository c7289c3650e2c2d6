import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Sentence } from '@/components/sentence'
import { Button } from '@/components/ui/button'
import { removeUnfinishedUpload, type UnfinishedUpload, unfinishedUploads } from './unfinished-uploads'
import { words } from './words'

/** Says after a reload that a file was not uploaded completely. A page can't open the file again without the user. */
export function UnfinishedNotice({ onChoose }: { onChoose: () => void }) {
  const [upload, setUpload] = useState<UnfinishedUpload | null>(null)
  // Only the browser knows, so the server's page has nothing of it.
  useEffect(() => setUpload(unfinishedUploads()[0] ?? null), [])
  if (!upload) return null
  const clear = () => {
    removeUnfinishedUpload(upload.resumableUrl)
    setUpload(unfinishedUploads()[0] ?? null)
  }
  return (
    <section
      aria-label={words.unfinished}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-hairline bg-raised px-4 py-3 text-sm"
    >
      <RotateCw className="size-4 shrink-0 text-soft" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <Sentence parts={words.notWhole(<strong className="font-medium">{upload.name}</strong>)} />
      </p>
      <Button onClick={onChoose}>{words.chooseAgain}</Button>
      <Button variant="quiet" onClick={clear}>
        {words.discard}
      </Button>
    </section>
  )
}
