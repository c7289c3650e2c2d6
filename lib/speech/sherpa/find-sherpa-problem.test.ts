import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { findSherpaProblem } from './find-sherpa-problem'

afterEach(() => {
  vi.restoreAllMocks()
  clearSingleton('speech library sherpa-onnx')
})

/** The problem that is reported when the library's child runs this program. */
async function troubleWith(program: string): Promise<string | null> {
  const root = await mkdtemp(path.join(tmpdir(), 'probe-'))
  const folder = path.join(root, 'lib', 'speech', 'sherpa')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'recogniser-child.mjs'), program)
  vi.spyOn(process, 'cwd').mockReturnValue(root)
  return findSherpaProblem().finally(() => rm(root, { recursive: true }))
}

test('the library loads on this machine', async () => {
  await expect(findSherpaProblem()).resolves.toBeNull()
})

test('a machine without a build of the library gets an explanation', async () => {
  const missing = 'throw new Error("Could not find sherpa-onnx-node. Tried ./sherpa-onnx.node")'
  await expect(troubleWith(missing)).resolves.toContain(`${process.platform}-${process.arch}`)
})

test('a processor that lacks an instruction set gets an explanation', async () => {
  await expect(troubleWith('process.kill(process.pid, "SIGILL")')).resolves.toContain('a processor with AVX')
})

test('other faults are for the log', async () => {
  await expect(troubleWith('throw new Error("libsecret.so")')).resolves.not.toContain('libsecret')
  await expect(findSherpaProblem()).resolves.toContain('the log says why')
})
