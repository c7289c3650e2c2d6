import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import type { WebhookWithSecret } from '@/lib/webhooks/contract'
import { words } from './words'

/** A signing secret, shown this once. */
export function NewSecret({ webhook, onStored }: { webhook: WebhookWithSecret; onStored: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      aria-labelledby="new-secret"
      className="flex flex-col gap-4 rounded-md border border-outline bg-raised p-5"
    >
      <h2 ref={heading} id="new-secret" tabIndex={-1} className="text-lg font-semibold tracking-tight wrap-anywhere">
        {words.secretOf(webhook.url)}
      </h2>
      <p className="max-w-[68ch] text-sm text-soft">{words.secretText}</p>
      <CodeBlock label={words.secret} code={webhook.secret} />
      <div>
        <Button look="primary" onClick={onStored}>
          {words.stored}
        </Button>
      </div>
    </section>
  )
}
