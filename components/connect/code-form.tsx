import { Button } from '@/components/ui/button'
import { words } from './words'

/** The form for the code that a device shows. It works without scripts. */
export function CodeForm({ typed, problem }: { typed: string; problem: string | null }) {
  return (
    <form action="/device" className="flex flex-col gap-3">
      <label htmlFor="user_code" className="text-sm text-soft">
        {words.code}
      </label>
      <div className="flex flex-col gap-3 sm:flex-row">
        <input
          id="user_code"
          name="user_code"
          defaultValue={typed}
          required
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="BDWP-HQPK"
          aria-invalid={problem !== null}
          aria-describedby={problem ? 'user_code_problem' : undefined}
          className="min-h-12 min-w-0 flex-1 rounded-md border border-outline bg-raised px-4 font-mono text-lg tracking-widest uppercase placeholder:text-soft"
        />
        <Button type="submit" variant="primary" className="min-h-12">
          {words.goOn}
        </Button>
      </div>
      {problem && (
        <p id="user_code_problem" role="alert" className="text-sm text-failed">
          {problem}
        </p>
      )}
    </form>
  )
}
