import { expect, it, vi } from 'vitest'
import { boundTurn } from './bound-turn'
import { EpochOver } from './tables/transaction'

const never = new Promise<never>(() => undefined)

function term() {
  const abandon = new AbortController()
  return { lose: vi.fn(), abandoned: abandon.signal, abandon }
}

it('loses the term whose turn is late', async () => {
  const { lose, abandoned } = term()
  await expect(boundTurn({ lose, abandoned }, never, 1)).rejects.toThrow('in time')
  expect(lose).toHaveBeenCalledOnce()
})

it('loses the term whose epoch is over', async () => {
  const { lose, abandoned } = term()
  const over = new EpochOver('epoch 1 is over')
  await expect(boundTurn({ lose, abandoned }, Promise.reject(over))).rejects.toBe(over)
  expect(lose).toHaveBeenCalledExactlyOnceWith(over)
})

it('ends with the term, and keeps it when a turn fails otherwise', async () => {
  const { lose, abandoned, abandon } = term()
  await expect(boundTurn({ lose, abandoned }, Promise.reject(new Error('wrong')))).rejects.toThrow('wrong')
  const turn = boundTurn({ lose, abandoned }, never)
  abandon.abort(new Error('stopped'))
  await expect(turn).rejects.toThrow('stopped')
  expect(lose).not.toHaveBeenCalled()
})
