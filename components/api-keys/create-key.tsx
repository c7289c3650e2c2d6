import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { words as scopeWords } from '@/components/connect/words'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { Select, TextInput } from '@/components/ui/fields'
import {
  type CreatedApiKeyView,
  createApiKey,
  KEY_SCOPES,
  type KeyScope,
  MAX_NAME_CHARACTERS,
} from '@/lib/accounts/api-keys/contract'
import { createClient } from '@/lib/api/client'
import { words } from './words'

const EXPIRIES = { never: null, days30: 30, days90: 90, days365: 365 } as const
type Expiry = keyof typeof EXPIRIES
const isExpiry = (value: string): value is Expiry => value in EXPIRIES

/** The form that creates a key: its name, what it may do, and when it expires. */
export function CreateKey({ onCreated }: { onCreated: (key: CreatedApiKeyView) => void }) {
  const [name, setName] = useState('')
  const [limited, setLimited] = useState(false)
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['transcripts:read'])
  const [expiry, setExpiry] = useState<Expiry>('never')
  const create = useMutation({
    mutationFn: () =>
      createClient()(createApiKey, {
        body: { name: name.trim(), scopes: limited ? [...scopes] : null, expires_in_days: EXPIRIES[expiry] },
      }),
    onSuccess: ({ body }) => {
      setName('')
      onCreated(body)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending) create.mutate()
  }
  return (
    <form onSubmit={submit} aria-label={words.form} className="flex max-w-2xl flex-col gap-5">
      <TextInput
        id="key-name"
        label={words.name}
        hint={words.nameHint}
        autoComplete="off"
        required
        pattern=".*\S.*"
        maxLength={MAX_NAME_CHARACTERS}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={create.error ? problemOf(create.error).detail : null}
      />
      <Permissions limited={limited} onLimited={setLimited} scopes={scopes} onScopes={setScopes} />
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">{words.expiry}</span>
        <Select
          label={words.expiry}
          value={expiry}
          onChange={({ target }) => isExpiry(target.value) && setExpiry(target.value)}
        >
          {Object.entries(words.expiries).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <div>
        <Button type="submit" variant="primary" disabled={create.isPending || (limited && scopes.length === 0)}>
          {words.create}
        </Button>
      </div>
    </form>
  )
}

type PermissionsProps = {
  limited: boolean
  onLimited: (limited: boolean) => void
  scopes: readonly KeyScope[]
  onScopes: (scopes: readonly KeyScope[]) => void
}

function Permissions({ limited, onLimited, scopes, onScopes }: PermissionsProps) {
  const toggle = (scope: KeyScope) =>
    onScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope])
  return (
    <fieldset className="flex flex-col gap-2.5 text-sm">
      <legend className="pb-2 font-medium">{words.permissions}</legend>
      <label className="flex min-h-6 items-start gap-2.5">
        <input
          type="radio"
          name="permissions"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={!limited}
          onChange={() => onLimited(false)}
        />
        <span>
          {words.full}
          <span className="block text-soft">{words.fullText}</span>
        </span>
      </label>
      <label className="flex min-h-6 items-center gap-2.5">
        <input
          type="radio"
          name="permissions"
          className="size-4 shrink-0 accent-accent"
          checked={limited}
          onChange={() => onLimited(true)}
        />
        {words.limited}
      </label>
      {limited &&
        KEY_SCOPES.map((scope) => (
          <label key={scope} className="flex min-h-6 items-center gap-2.5 ps-6.5">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={scopes.includes(scope)}
              onChange={() => toggle(scope)}
            />
            {scopeWords.scopes[scope]}
          </label>
        ))}
    </fieldset>
  )
}
