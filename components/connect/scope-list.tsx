import { Check } from 'lucide-react'
import type { ClientScope } from '@/lib/oauth/contract'
import { words } from './words'

const WORDS: Record<ClientScope | 'account', string> = words.scopes

export function ScopeList({ scopes, label }: { scopes: readonly string[]; label: string }) {
  return (
    <ul aria-label={label} className="flex flex-col gap-1.5 text-sm">
      {scopes.map((scope) => (
        <li key={scope} className="flex gap-2">
          <Check className="mt-0.5 size-4 shrink-0 text-soft" aria-hidden="true" />
          {Object.hasOwn(WORDS, scope) ? WORDS[scope as keyof typeof WORDS] : scope}
        </li>
      ))}
    </ul>
  )
}
