'use client'

import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'

/** A new API key, this once, until its owner says that it is stored. */
export function NewKey({ apiKey, onStored }: { apiKey: string; onStored: () => void }) {
  return (
    <section
      aria-label="Your new API key"
      className="flex flex-col gap-4 rounded-md border border-outline bg-raised p-4"
    >
      <p role="status">Here is your new key. It is shown this once: copy it to where you keep your secrets.</p>
      <CodeBlock label="Your API key" code={apiKey} />
      <div>
        <Button look="primary" onClick={onStored}>
          I have stored it
        </Button>
      </div>
    </section>
  )
}
