import { useDeferredValue, useMemo, useState } from 'react'
import { chooseItems, type ImportChoice, takeMaximum } from '@/lib/imports/choice/choose-items'
import { countCost, type ImportCost } from '@/lib/imports/choice/count-cost'
import type { ImportPreview, PreviewItem } from '@/lib/imports/preview/contract'

export type ChoiceFields = {
  search: string
  from: string
  to: string
  newest: string
  maximum: string
  onlyWithCaptions: boolean
}

const NOTHING_TYPED: ChoiceFields = { search: '', from: '', to: '', newest: '', maximum: '', onlyWithCaptions: false }

/** A number from 1 on; undefined for anything else that is typed. */
export function toCount(typed: string): number | undefined {
  const count = Number(typed)
  return Number.isInteger(count) && count >= 1 && count <= 50_000 ? count : undefined
}

function toChoice({ search, from, to, newest, maximum, onlyWithCaptions }: ChoiceFields): ImportChoice {
  return {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(toCount(from) ? { from: toCount(from) } : {}),
    ...(toCount(to) ? { to: toCount(to) } : {}),
    ...(toCount(newest) ? { newest: toCount(newest) } : {}),
    ...(toCount(maximum) ? { maximum: toCount(maximum) } : {}),
    ...(onlyWithCaptions ? { only_with_captions: true } : {}),
  }
}

/** The choice as a request has it; items ticked by hand go by their ids. */
function toRequest(choice: ImportChoice, picked: readonly PreviewItem[] | null): ImportRequestChoice {
  const { ids: _, ...rest } = choice
  if (picked === null) return rest
  const { maximum, only_with_captions } = choice
  return {
    ids: picked.map(({ guid }) => guid),
    ...(maximum ? { maximum } : {}),
    ...(only_with_captions ? { only_with_captions } : {}),
  }
}
type ImportRequestChoice = Omit<ImportChoice, 'ids'> & { ids?: string[] }

export type Choice = {
  fields: ChoiceFields
  setField: (change: Partial<ChoiceFields>) => void
  /** The items that match the fields, ticked or not. */
  found: PreviewItem[]
  isTicked: (item: PreviewItem) => boolean
  tick: (items: readonly PreviewItem[], ticked: boolean) => void
  /** How many items would be imported that the user does not have, and what they cost. */
  cost: ImportCost
  known: number
  request: ImportRequestChoice
}

/** The choice from a preview's items as it is being made, with what it costs: by the same rules as on the server. */
export function useChoice({ items, allowance }: ImportPreview): Choice {
  const [fields, setFields] = useState(NOTHING_TYPED)
  // By place: ids may be shared.
  const [ticks, setTicks] = useState<ReadonlyMap<number, boolean>>(new Map())
  // Long lists are searched when nothing is being typed.
  const deferredFields = useDeferredValue(fields)
  const choice = useMemo(() => toChoice(deferredFields), [deferredFields])
  const found = useMemo(() => chooseItems(items, choice), [items, choice])
  const isTicked = ({ position }: PreviewItem) => ticks.get(position) ?? true
  const ticked = found.filter(isTicked)
  const taken = takeMaximum(ticked, choice, (item) => item.already_transcribed)
  const fresh = taken.filter((item) => !item.already_transcribed)
  const isPicked = ticked.length < found.length
  return {
    fields,
    setField: (change) => setFields((before) => ({ ...before, ...change })),
    found,
    isTicked,
    tick: (some, isOn) =>
      setTicks((before) => new Map([...before, ...some.map((one) => [one.position, isOn] as const)])),
    cost: countCost(
      fresh.map((item) => item.duration_seconds),
      allowance.remaining_seconds,
    ),
    known: taken.length - fresh.length,
    request: toRequest(choice, isPicked ? ticked : null),
  }
}
