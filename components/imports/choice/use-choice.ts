import { useDeferredValue, useMemo, useState } from 'react'
import { chooseItems, type ImportChoice, MAX_CHOSEN } from '@/lib/imports/choice/choose-items'
import { countCost, fitWithin, type ImportCost } from '@/lib/imports/choice/count-cost'
import type { ImportPreview, PreviewItem } from '@/lib/imports/preview/contract'

/** Which items of a list are chosen: all, the latest ones, or those between two places. */
export const WHICH = ['all', 'latest', 'range'] as const

export type ChoiceFields = {
  search: string
  which: (typeof WHICH)[number]
  from: string
  to: string
  newest: string
  onlyWithCaptions: boolean
}

const NOTHING_TYPED: ChoiceFields = { search: '', which: 'all', from: '', to: '', newest: '', onlyWithCaptions: false }

/** A number from 1 on; undefined for anything else that is typed. */
export function toCount(typed: string): number | undefined {
  const count = Number(typed)
  return Number.isInteger(count) && count >= 1 && count <= MAX_CHOSEN ? count : undefined
}

function toChoice({ search, which, from, to, newest, onlyWithCaptions }: ChoiceFields): ImportChoice {
  return {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(which === 'range' && toCount(from) ? { from: toCount(from) } : {}),
    ...(which === 'range' && toCount(to) ? { to: toCount(to) } : {}),
    ...(which === 'latest' && toCount(newest) ? { newest: toCount(newest) } : {}),
    ...(onlyWithCaptions ? { only_with_captions: true } : {}),
  }
}

/** The choice as a request has it; items ticked by hand go by their ids. */
function toRequest(choice: ImportChoice, picked: readonly PreviewItem[] | null): ImportRequestChoice {
  const { ids: _, ...rest } = choice
  if (picked === null) return rest
  const { only_with_captions } = choice
  return { ids: picked.map(({ guid }) => guid), ...(only_with_captions ? { only_with_captions } : {}) }
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
  /** The request for those that the remaining minutes cover; null if they cover all or none, or a length is unknown. */
  fitting: ImportRequestChoice | null
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
  const fresh = found.filter((item) => !item.already_transcribed)
  // An import skips what the user has already.
  const isTicked = ({ position, already_transcribed: isKnown }: PreviewItem) =>
    !isKnown && (ticks.get(position) ?? true)
  const ticked = fresh.filter(isTicked)
  const lengths = ticked.map((item) => item.duration_seconds)
  const cost = countCost(lengths, allowance.remaining_seconds)
  const isCovered = cost.unknown > 0 || cost.reached === 0 || cost.reached === cost.items
  const fits = isCovered ? [] : fitWithin(lengths, allowance.remaining_seconds)
  return {
    fields,
    setField: (change) => setFields((before) => ({ ...before, ...change })),
    found,
    isTicked,
    tick: (some, isOn) =>
      setTicks((before) => new Map([...before, ...some.map((one) => [one.position, isOn] as const)])),
    cost,
    known: found.length - fresh.length,
    request: toRequest(choice, ticked.length < fresh.length ? ticked : null),
    fitting: isCovered
      ? null
      : toRequest(
          choice,
          ticked.filter((_, index) => fits[index]),
        ),
  }
}
