import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'

/** Everything of the account as a file. */
export function ExportAccount() {
  return (
    <section aria-labelledby="export" className="flex flex-col gap-3">
      <h2 id="export" className="text-xl font-semibold tracking-tight">
        Take everything with you
      </h2>
      <p className="max-w-[68ch] text-soft">
        A zip archive of your account: your history, each text as JSON, plain text and SRT, your uploads' names, your
        usage and all other records. It is made while it downloads.
      </p>
      <div>
        <Button asChild>
          <a href="/v1/me/export" download>
            <Download className="size-4" aria-hidden="true" />
            Download the archive
          </a>
        </Button>
      </div>
    </section>
  )
}
