import { Button } from '@/components/ui/button'
import type { SignInMethods } from '@/lib/sign-in/contract'
import { words } from './words'

type Props = { link: NonNullable<SignInMethods['link']>; busy: boolean; onSend: (email: string) => void }

/** Where the address is written that a link goes to. */
export function EmailForm({ link, busy, onSend }: Props) {
  const send = (form: FormData) => {
    const email = form.get('email')
    if (typeof email === 'string') onSend(email)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
      }}
    >
      <label htmlFor="email" className="text-sm text-soft">
        {words.email}
      </label>
      <input
        id="email"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        placeholder="you@example.com"
        className="min-h-12 rounded-md border border-outline bg-raised px-4 placeholder:text-soft placeholder:opacity-60"
      />
      <Button type="submit" look="primary" className="min-h-12" disabled={busy}>
        {link === 'mailed' ? words.mailLink : words.showLink}
      </Button>
      <p className="text-sm text-soft">{words.linkWays[link]}</p>
    </form>
  )
}
