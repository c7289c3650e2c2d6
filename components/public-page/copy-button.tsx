import { Copy } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { words } from './words'

/** The whole text on the clipboard. */
export function CopyButton({ slug }: { slug: string }) {
  return (
    <Button data-copy={`/t/${slug}.txt`}>
      <Copy className="size-4" aria-hidden="true" />
      {words.copy}
    </Button>
  )
}
