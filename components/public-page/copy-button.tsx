import { Copy } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { words } from './words'

async function fetchText(slug: string): Promise<string> {
  const response = await fetch(`/t/${slug}.txt`)
  if (!response.ok) throw new Error(words.notFetched(response.status))
  return response.text()
}

/** The whole text on the clipboard. */
export function CopyButton({ slug }: { slug: string }) {
  return (
    <Button onClick={() => void copyText(fetchText(slug), words.copied)}>
      <Copy className="size-4" aria-hidden="true" />
      {words.copy}
    </Button>
  )
}
