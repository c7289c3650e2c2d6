import type { Access } from '@/lib/core/operations/operation'
import { toCall } from './call'
import { curlCall } from './curl-call'
import { pythonCall } from './python-call'
import { readDocument } from './read-document'
import { typescriptCall } from './typescript-call'

/** A call written down, as tools that show OpenAPI documents expect it in `x-codeSamples`. */
type Sample = { lang: string; label: string; source: string }

type Document = { paths?: unknown }

/**
 * Adds a sample call in curl, TypeScript and Python to each operation of a document. `access`: who may call an operation,
 * by its id.
 */
export function addSamples<D extends Document>(document: D, access: ReadonlyMap<string, Access>): D {
  const read = readDocument(document)
  const paths = structuredClone(document.paths) as Record<string, Record<string, object>>
  for (const operation of read.operations) {
    const call = toCall(operation, read, { access: access.get(operation.operationId) ?? 'public' })
    const samples: Sample[] = [
      { lang: 'Shell', label: 'curl', source: curlCall(call) },
      { lang: 'TypeScript', label: 'TypeScript', source: typescriptCall(call) },
      { lang: 'Python', label: 'Python', source: pythonCall(call) },
    ]
    const declared = paths[operation.path]?.[operation.method.toLowerCase()]
    if (declared) Object.assign(declared, { 'x-codeSamples': samples })
  }
  return { ...document, paths }
}
