import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { words } from './words'

/** Everything of the account as a file. */
export function ExportAccount() {
  return (
    <section aria-labelledby="export" className="flex flex-col gap-3">
      <h2 id="export" className="text-lg font-semibold tracking-tight">
        {words.take}
      </h2>
      <p className="max-w-[68ch] text-soft">{words.takeText}</p>
      <div>
        <Button asChild>
          <a href="/v1/me/export" download>
            <Download className="size-4" aria-hidden="true" />
            {words.download}
          </a>
        </Button>
      </div>
    </section>
  )
}
