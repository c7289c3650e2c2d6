import type pg from 'pg'
import type { TextReply, TextRequest } from '@/lib/archive/texts/text-tasks'
import { openSession } from '@/lib/core/db/session'
import { Problem } from '@/lib/core/problem/problem'
import { stepBack } from '@/lib/core/programs/step-back.mjs'
import { renderDocument } from './render-document'
import { stageCaptions } from './stage-captions'
import {
  carryOver,
  checkSubtitles,
  collectWords,
  correctText,
  cutPage,
  findPassages,
  readSegments,
  suggestSpellings,
} from './text-queries'

function perform(request: TextRequest, connect: () => Promise<pg.Client>): Promise<unknown> {
  switch (request.name) {
    case 'stageCaptions':
      return stageCaptions(request.input, connect)
    case 'renderDocument':
      return renderDocument(request.input, connect)
    case 'cutPage':
      return cutPage(request.input, connect)
    case 'checkSubtitles':
      return checkSubtitles(request.input, connect)
    case 'readSegments':
      return readSegments(request.input, connect)
    case 'findPassages':
      return findPassages(request.input, connect)
    case 'correctText':
      return correctText(request.input, connect)
    case 'carryOver':
      return carryOver(request.input, connect)
    case 'suggestSpellings':
      return suggestSpellings(request.input, connect)
    case 'collectWords':
      return collectWords(request.input, connect)
  }
}

function toReply(error: unknown): TextReply {
  if (!(error instanceof Problem)) return { error: error instanceof Error ? error : new Error(String(error)) }
  const { code, message, context, retryAfterSeconds } = error
  return { problem: { code, detail: message, context, retryAfterSeconds } }
}

/** Handles one request. A connection is open only while there is work. */
async function answer(request: TextRequest): Promise<TextReply> {
  let client: pg.Client | undefined
  const connect = async () => {
    // A connection that is lost fails the statement under way.
    client = await openSession(request.databaseUrl, 'texts', () => undefined)
    return client
  }
  try {
    return { output: await perform(request, connect) }
  } catch (error) {
    return toReply(error)
  } finally {
    await client?.end().catch(() => undefined)
  }
}

stepBack()

/** The program of the workers for large texts (`lib/archive/texts`): one request at a time, each with its reply. */
process.on('message', async (request: TextRequest) => {
  const reply = await answer(request)
  process.send?.(reply)
})
process.on('disconnect', () => process.exit())
