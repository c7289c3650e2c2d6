import { afterAll, expect, test } from 'vitest'
import { batchItemListSchema, batchSchema, batchStartedSchema } from '@/lib/imports/batches/contract'
import { connectClient, type ToolResult } from '@/test/mcp/connect-client'
import { useConnector } from '@/test/mcp/use-connector'
import { useScriptedOrigin } from '@/test/origin/scripted-origin'
import { newUser } from '@/test/service'

const { url } = await useConnector()
const { answers } = await useScriptedOrigin()
const user = await newUser()
const { callTool, close } = await connectClient('SDK 2.4 as of 2026-07-28', url, user.apiKey)
afterAll(close)

const textOf = ({ content }: ToolResult) => content.map(({ text }) => text).join('\n')
const stateSchema = batchSchema.extend(batchItemListSchema.shape)

test('many links become one batch, which is asked for its items until it is done', async () => {
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:10.000\nThis is what was said.\n'
  for (const name of ['a', 'b']) {
    answers.set(`files.example/${name}.vtt`, { headers: { 'content-type': 'text/vtt' }, body: vtt })
  }
  const links = ['https://files.example/a.vtt', 'no link', 'https://files.example/b.vtt']
  const begun = await callTool('transcribe_many', { links })
  const { id, errors } = batchStartedSchema.parse(begun.structuredContent)
  expect(errors).toMatchObject([{ index: 1, problem: { code: 'invalid_url' } }])
  expect(textOf(begun)).toMatch(/Refused: no link: .*\nAsk get_batch with batch_id/)
  const state = async () => stateSchema.parse((await callTool('get_batch', { batch_id: id })).structuredContent)
  await expect.poll(async () => (await state()).status, { timeout: 30_000 }).toBe('done')
  expect(await state()).toMatchObject({
    total: 3,
    done: 2,
    failed: 1,
    items: [{ index: 0 }, {}, {}],
    next_cursor: null,
  })
  const told = textOf(await callTool('get_batch', { batch_id: id, status: 'done' }))
  expect(told).toMatch(/^Batch .*: done\n2 done, 1 failed, 0 skipped, of 3\n- 1\. a: done, [\w-]{36}\n- 3\. b: done/)
})

test('links of which none can be transcribed are refused together', async () => {
  const refused = await callTool('transcribe_many', { links: ['no link'] })
  expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('code: invalid_batch')])
})
