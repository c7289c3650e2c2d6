'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './button'
import { copyText } from './copy-text'
import { words } from './words'

/** Code with a button that copies it. `label` names it for the button and for screen readers. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(code))
  return (
    <figure aria-label={label} className="relative rounded-md border border-hairline bg-sunken">
      <pre className="py-3 pr-14 pl-4 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap text-ink">
        <code>{code}</code>
      </pre>
      <IconButton label={words.copy(label)} onClick={copy} small className="absolute top-1 right-1 bg-sunken">
        {copied ? (
          <Check className="size-4 text-saved" aria-hidden="true" />
        ) : (
          <Copy className="size-4" aria-hidden="true" />
        )}
      </IconButton>
    </figure>
  )
}
