import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { dayOf, startOfDay } from '@/components/format/days'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { TextInput } from '@/components/ui/fields'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import {
  MAX_SLUG_CHARACTERS,
  type PublicationUpdate,
  type Published,
  updatePublication,
} from '@/lib/publishing/contract'
import { words } from './words'

type Props = { published: Published; onChange: (published: Published) => void }

/** The settings of a public page: the end of its link, whether it is listed, and its last day in the reader's zone. */
export function PageSettings({ published, onChange }: Props) {
  const { slug, unlisted, expires_at: expires } = published
  const saving = useMutation({
    mutationFn: async (body: PublicationUpdate) =>
      (await createClient()(updatePublication, { params: { slug }, body })).body,
    onSuccess: (changed) => {
      onChange(changed)
      toast.success(words.saved)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const lastDay = String(form.get('expires'))
    saving.mutate({
      slug: String(form.get('slug')).trim().toLowerCase(),
      unlisted: form.has('unlisted'),
      expires_at: lastDay === '' ? null : startOfDay(lastDay, 1),
    })
  }
  return (
    <details className="border-t border-hairline pt-3">
      <summary className="cursor-pointer rounded-sm text-sm font-medium">{words.settings}</summary>
      {/* The fields begin anew with what was saved. */}
      <form key={`${slug} ${unlisted} ${expires}`} onSubmit={submit} className="flex flex-col gap-3 pt-3">
        <TextInput
          id="page-slug"
          name="slug"
          label={words.ownSlug}
          defaultValue={slug}
          maxLength={MAX_SLUG_CHARACTERS}
          autoComplete="off"
          spellCheck={false}
          error={saving.error ? problemOf(saving.error).detail : null}
        />
        <UnlistedField isUnlisted={unlisted} />
        <TextInput
          id="page-expires"
          name="expires"
          type="date"
          label={words.expires}
          hint={words.expiresHint}
          defaultValue={expires === null ? '' : dayOf(new Date(Date.parse(expires) - 1))}
        />
        <div>
          <Button type="submit" disabled={saving.isPending}>
            {words.save}
          </Button>
        </div>
      </form>
    </details>
  )
}

/** The choice whether a page is listed; a field of the form around it. */
export function UnlistedField({ isUnlisted }: { isUnlisted: boolean }) {
  return (
    <label className="flex items-start gap-2 text-sm">
      <input
        type="checkbox"
        name="unlisted"
        defaultChecked={isUnlisted}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        {words.unlisted}
        <span className="block text-soft">{words.unlistedText}</span>
      </span>
    </label>
  )
}
