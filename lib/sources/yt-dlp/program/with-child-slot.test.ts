import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { withSlotOwner } from '@/lib/core/concurrency/slot-owner'
import { withChildSlot } from './with-child-slot'

const never = new AbortController().signal

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

it('runs as many at a time as there are cores, the others in their order, and lets a waiting caller abort', async () => {
  const { open, opened } = gate()
  const ran: string[] = []
  const cores = availableParallelism()
  const running = Array.from({ length: cores }, () => withChildSlot('look', never, () => opened))
  const second = withChildSlot('look', never, async () => ran.push('second'))
  const controller = new AbortController()
  const aborted = withChildSlot('look', controller.signal, async () => ran.push('impatient'))
  const last = withChildSlot('look', never, async () => ran.push('last'))
  await withChildSlot('download', never, async () => ran.push('download'))
  controller.abort(new Error('no time'))
  await expect(aborted).rejects.toThrow('no time')
  expect(ran).toEqual(['download'])
  open()
  await Promise.all([...running, second, last])
  expect(ran).toEqual(['download', 'second', 'last'])
})

it('releases the slot of work that fails', async () => {
  const fail = () => withChildSlot('look', never, () => Promise.reject(new Error('broken')))
  for (let i = 0; i < availableParallelism() + 1; i++) await expect(fail()).rejects.toThrow('broken')
})

it('a user with many look-ups waiting lets the look-up of another user, who came last, go next', async () => {
  const { open, opened } = gate()
  const cores = availableParallelism()
  const ran: string[] = []
  const look = (owner: string, name: string) =>
    withSlotOwner(owner, () => withChildSlot('look', never, async () => ran.push(name)))
  const running = withSlotOwner('user a', () =>
    Array.from({ length: cores }, () => withChildSlot('look', never, () => opened)),
  )
  const flood = Array.from({ length: 200 }, (_, index) => look('user a', `a${index}`))
  const other = look('user b', 'b')
  const anonymous = look('address 192.0.2.1', 'c')
  open()
  await Promise.all([...running, ...flood, other, anonymous])
  // Each of the others is passed by one look-up of the flood for each core at most.
  expect(ran.indexOf('b')).toBeLessThanOrEqual(cores)
  expect(ran.indexOf('c')).toBeLessThanOrEqual(2 * cores)
})

it('an owner who waits for a download for a while only is let go, and is not when it has begun', async () => {
  const { open, opened } = gate()
  const over = new AbortController()
  const starts: string[] = []
  const download = (name: string, work: () => Promise<unknown>) =>
    withSlotOwner(
      name,
      () => withChildSlot('download', never, work),
      () => {
        starts.push(name)
        return { signal: over.signal, stop: () => undefined }
      },
    )
  const running = Array.from({ length: availableParallelism() }, () => download('first', () => opened))
  const waiting = download('later', async () => 'begun')
  over.abort(new Error('waited long enough'))
  await expect(waiting).rejects.toThrow('waited long enough')
  open()
  await Promise.all(running)
  expect(starts.at(-1)).toBe('later')
})
