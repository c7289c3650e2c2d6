import { PROBLEMS } from '@/lib/core/problem/problem-table'
import { clientOperations, readDocument, webhookMessages } from './document'
import { pythonOperations, pythonPlatforms, pythonSchema } from './python-schema'
import { synchronousModule } from './python-sync'
import { TypeCollector } from './type-model'
import { typescriptOperations, typescriptSchema } from './typescript-schema'

/** The generated files of the packages, by their paths from the project's folder. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const document = readDocument()
  const collector = new TypeCollector(document)
  collector.typeOf({ $ref: '#/components/schemas/Problem' }, 'Problem')
  const operations = clientOperations(document).map((operation) => collector.operationTypes(operation))
  const messages = webhookMessages(document).map((message) => collector.messageType(message))
  const objects = [...collector.objects.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
  const schema = { objects, operations, messages, codes: Object.keys(PROBLEMS) }
  return new Map([
    ['sdk/typescript/src/schema.ts', typescriptSchema(schema)],
    ['sdk/typescript/src/operations.ts', typescriptOperations(operations)],
    ['sdk/python/src/verbatim/schema.py', pythonSchema(schema)],
    ['sdk/python/src/verbatim/operations.py', pythonOperations(operations)],
    ['sdk/python/src/verbatim/platforms.py', pythonPlatforms()],
    ['sdk/python/src/verbatim/client.py', synchronousModule('client')],
    ['sdk/python/src/verbatim/verbs.py', synchronousModule('verbs')],
  ])
}
