import { LogIn } from 'lucide-react'
import { SignInLink } from './sign-in-link'
import { words } from './words'

/** Shown on a page when there is no session: a link to sign in, which returns to the page. */
export function SignInPrompt({ children }: { children: string }) {
  return (
    <section
      aria-label={words.nobody}
      className="flex flex-col items-start gap-4 rounded-md border border-hairline bg-raised p-4 sm:flex-row sm:items-center sm:justify-between sm:p-6"
    >
      <p className="flex gap-3">
        <LogIn className="mt-0.5 size-5 shrink-0 text-soft" aria-hidden="true" />
        <span>{children}</span>
      </p>
      <SignInLink />
    </section>
  )
}
