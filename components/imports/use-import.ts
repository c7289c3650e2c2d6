import { useQuery } from '@tanstack/react-query'
import { createClient } from '@/lib/api/client'
import { type Batch, type BatchItemList, getBatch, listBatches, listBatchItems } from '@/lib/imports/batches/contract'
import {
  getImport,
  type ImportBatch,
  type ImportItemList,
  type ItemStatus,
  listImportItems,
  listImports,
} from '@/lib/imports/contract'
import { isImportEnded } from '@/lib/imports/states'
import { BATCHES_SHOWN, ITEMS_A_PAGE } from './items-a-page'

const LOOK_AGAIN_MS = 2000

/** Whether an import may still change. */
export function isOpen({ status }: Pick<ImportBatch, 'status'>): boolean {
  return !isImportEnded(status)
}

/** An import, asked for again while it runs. It begins with the state that the page was rendered with. */
export function useImport(initial: ImportBatch): ImportBatch {
  const { data } = useQuery({
    queryKey: ['import', initial.id],
    queryFn: async ({ signal }) =>
      (await createClient()(getImport, { params: { batch_id: initial.id } }, { signal })).body,
    initialData: initial,
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? LOOK_AGAIN_MS : false),
  })
  return data
}

/** All imports, the newest first. */
export function useImports(initial: ImportBatch[]): ImportBatch[] {
  const { data } = useQuery({
    queryKey: ['imports'],
    queryFn: async ({ signal }) => (await createClient()(listImports, {}, { signal })).body,
    initialData: initial,
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? LOOK_AGAIN_MS : false),
  })
  return data
}

/** A batch, asked for again while it runs. It begins with the state that the page was rendered with. */
export function useBatch(initial: Batch): Batch {
  const { data } = useQuery({
    queryKey: ['batch', initial.id],
    queryFn: async ({ signal }) =>
      (await createClient()(getBatch, { params: { batch_id: initial.id } }, { signal })).body,
    initialData: initial,
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? LOOK_AGAIN_MS : false),
  })
  return data
}

/** The newest batches, the newest first. */
export function useBatches(initial: Batch[]): Batch[] {
  const { data } = useQuery({
    queryKey: ['batches'],
    queryFn: async ({ signal }) =>
      (await createClient()(listBatches, { query: { limit: BATCHES_SHOWN } }, { signal })).body.batches,
    initialData: initial,
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? LOOK_AGAIN_MS : false),
  })
  return data
}

/**
 * A page of a batch's items, polled while the batch runs and fetched a last time when it has ended. `first` is the page
 * that the server rendered.
 */
export function useBatchItems(
  batch: Batch,
  { status, cursor }: { status: ItemStatus | undefined; cursor: string | undefined },
  first: BatchItemList,
) {
  const query = { limit: ITEMS_A_PAGE, ...(cursor ? { cursor } : {}), ...(status ? { status } : {}) }
  return useQuery({
    queryKey: ['batch', batch.id, 'items', batch.status, query],
    queryFn: async ({ signal }) =>
      (await createClient()(listBatchItems, { params: { batch_id: batch.id }, query }, { signal })).body,
    placeholderData: (before) => before ?? (status === undefined && cursor === undefined ? first : undefined),
    refetchInterval: isOpen(batch) ? LOOK_AGAIN_MS : false,
  })
}

export type ItemPage = { status: ItemStatus | undefined; page: number }

/**
 * A page of an import's episodes, polled while the import runs and fetched a last time when it has ended. `first` is
 * the page that the server rendered.
 */
export function useItems(batch: ImportBatch, { status, page }: ItemPage, first: ImportItemList) {
  const query = { limit: ITEMS_A_PAGE, offset: page * ITEMS_A_PAGE, ...(status ? { status } : {}) }
  return useQuery({
    queryKey: ['import', batch.id, 'items', batch.status, query],
    queryFn: async ({ signal }) =>
      (await createClient()(listImportItems, { params: { batch_id: batch.id }, query }, { signal })).body,
    placeholderData: (before) => before ?? (status === undefined && page === 0 ? first : undefined),
    refetchInterval: isOpen(batch) ? LOOK_AGAIN_MS : false,
  })
}
