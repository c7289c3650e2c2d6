import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { requireDiskSpace } from './require-disk-space'

test('twice as much as is needed has to be free', async () => {
  const disk = (bytes: number) => () => Promise.resolve(bytes)
  await requireDiskSpace('/anywhere', 1_000_000, disk(2_000_000))
  const tooFull = requireDiskSpace('/anywhere', 1_000_000, disk(1_999_999))
  await expect(tooFull).rejects.toMatchObject({ code: 'storage_unavailable', context: {} })
})

test('the disk itself is asked', async () => {
  await requireDiskSpace(tmpdir(), 1)
  await expect(requireDiskSpace(tmpdir(), 1e18)).rejects.toMatchObject({ code: 'storage_unavailable' })
})
