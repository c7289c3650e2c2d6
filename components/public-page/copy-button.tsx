import { Copy } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'

async function fetchText(slug: string): Promise<string> {
  const response = await fetch(`/t/${slug}.txt`)
  if (!response.ok) throw new Error(`The text could not be fetched (${response.status}).`)
  return response.text()
}

/** The whole text on the clipboard. */
export function CopyButton({ slug }: { slug: string }) {
  return (
    <Button onClick={() => void copyText(fetchText(slug), 'Text copied')}>
      <Copy className="size-4" aria-hidden="true" />
      Copy
    </Button>
  )
}
