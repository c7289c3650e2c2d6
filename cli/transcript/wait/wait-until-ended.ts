import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@/lib/api/client'
import type { ImportStatus } from '@/lib/imports/contract'
import { isImportEnded } from '@/lib/imports/states'
import type { Context } from '../../context'
import { Failure } from '../../failure/failure'

const ASK_EVERY_MS = 3_000

/** A thing to wait for: its reader, its line on the board, and the words for an interrupted wait. */
type Waiting<T> = { id: string; read: () => Promise<T>; line: (state: T) => string; continues: string }

async function ask<T extends { status: ImportStatus }>(context: Context, { id, read, line }: Waiting<T>): Promise<T> {
  const { signal, terminal } = context
  for (;;) {
    try {
      const state = await read()
      terminal.board.set(id, line(state))
      if (isImportEnded(state.status)) return state
    } catch (error) {
      // A server that is unreachable for a moment continues the work when it is back.
      if (!(error instanceof ApiError) || !error.problem.retryable) throw error
    }
    await sleep(ASK_EVERY_MS, undefined, { signal })
  }
}

/** Waits until an import or a batch has ended. Interrupting it says that the work continues. */
export async function waitUntilEnded<T extends { status: ImportStatus }>(
  context: Context,
  waiting: Waiting<T>,
): Promise<T> {
  const { signal, terminal } = context
  const { id, continues } = waiting
  try {
    return await ask(context, waiting)
  } catch (error) {
    const reason: unknown = signal.reason
    if (!signal.aborted || !(reason instanceof Failure)) throw error
    throw reason.adding(continues, { batch_id: id })
  } finally {
    terminal.board.set(id, null)
  }
}
