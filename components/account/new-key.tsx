import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { words } from './words'

/** A new API key, this once, until its owner says that it is stored. */
export function NewKey({ apiKey, onStored }: { apiKey: string; onStored: () => void }) {
  return (
    <section aria-label={words.fresh} className="flex flex-col gap-4 rounded-md border border-outline bg-raised p-4">
      <p role="status">{words.freshText}</p>
      <CodeBlock label={words.freshCode} code={apiKey} />
      <div>
        <Button variant="primary" onClick={onStored}>
          {words.stored}
        </Button>
      </div>
    </section>
  )
}
