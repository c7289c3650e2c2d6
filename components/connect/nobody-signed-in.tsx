import type { ReactNode } from 'react'
import { SignInPrompt } from '@/components/sign-in/sign-in-prompt'
import { CodeBlock } from '@/components/ui/code-block'
import { words } from './words'

type Props = { prompt: string; children: ReactNode; code: string; label: string }

/**
 * Shown on a page that needs an account when there is no session: a link to sign in, and how to continue with an API
 * key alone.
 */
export function NobodySignedIn({ prompt, children, code, label }: Props) {
  return (
    <div className="flex flex-col gap-6">
      <SignInPrompt>{prompt}</SignInPrompt>
      <details className="text-sm">
        <summary className="cursor-pointer text-soft">{words.withKey}</summary>
        <p className="pt-3 pb-3">{children}</p>
        <CodeBlock label={label} code={code} />
      </details>
    </div>
  )
}
