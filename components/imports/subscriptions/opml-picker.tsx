import { FileUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { MAX_OPML_BYTES } from '@/lib/podcasts/opml-contract'
import { words } from '../words'

/** The files that the system's picker shows first. */
const OPML = '.opml,.xml,text/x-opml,application/xml,text/xml'

/** The OPML file among files, by its name. */
export function findOpml(files: readonly File[]): File | undefined {
  return files.find(({ name }) => /\.(?:opml|xml)$/i.test(name))
}

/** Whether a file is small enough; otherwise says that it is not. */
export function isOpmlSize({ size }: File): boolean {
  if (size <= MAX_OPML_BYTES) return true
  toast.error(words.opmlTooLarge(MAX_OPML_BYTES / 2 ** 20))
  return false
}

/** The control that opens the browser's file picker for an OPML file. */
export function OpmlPicker({ onFile }: { onFile: (file: File) => void }) {
  const hint = useId()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button aria-describedby={hint} onClick={() => picker.current?.click()}>
        <FileUp className="size-4" aria-hidden="true" />
        {words.chooseOpml}
      </Button>
      <p id={hint} className="text-sm text-soft">
        {words.opmlHint}
      </p>
      <input
        ref={picker}
        type="file"
        accept={OPML}
        hidden
        aria-label={words.opmlFile}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}
