import { expect, test } from 'vitest'
import { runCli } from '@/test/cli/run-cli'
import { runInTerminal } from '@/test/cli/run-in-terminal'
import { useDocumentedService } from '@/test/docs/use-documented-service'
import { newUser } from '@/test/service'

const { baseUrl } = await useDocumentedService()
const { apiKey } = await newUser()

const envOf = (key: string) => ({ VERBATIM_URL: baseUrl, VERBATIM_API_KEY: key })
const run = (key: string, ...args: string[]) => runCli(args, { env: envOf(key) })
const works = async (key: string) => (await run(key, 'whoami')).code === 0

test('named keys are deleted with the default key if that is asked for or answered, and else named as left', async () => {
  const laptop = (await run(apiKey, 'key', 'create', 'Laptop')).stdout.trim()
  const left = await run(apiKey, 'key', 'regenerate', '--yes')
  expect(left.stderr).toContain('Not replaced: 1 named key.')
  const second = left.stdout.trim()
  expect([await works(apiKey), await works(laptop)]).toEqual([false, true])

  const asking = runInTerminal(['key', 'regenerate'], envOf(second))
  await asking.shown(/Create a new one\? \[y\/N\]/)
  asking.type('y\r')
  await asking.shown(/also has 1 named key\. Delete it, too\? \[y\/N\]/)
  asking.type('y\r')
  const { code, screen } = await asking.end
  const third = /vbt_\w+/.exec(screen)?.[0] ?? ''
  expect([code, await works(second), await works(laptop)]).toEqual([0, false, false])

  const tablet = (await run(third, 'key', 'create', 'Tablet')).stdout.trim()
  const forced = await run(third, 'key', 'regenerate', '--yes', '--delete-named-keys')
  expect([await works(forced.stdout.trim()), await works(tablet)]).toEqual([true, false])
})
