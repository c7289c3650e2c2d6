import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'

const schema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      command: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
    }),
  ),
})

const { services } = schema.parse(parse(await readFile('compose.yaml', 'utf8')))

/** How compose.yaml runs one of its services: the program's arguments, and the settings by name. */
export type Composed = { args: string[]; settings: Record<string, string> }

/** The image of a service of compose.yaml, with its version. */
export function imageOf(name: string): string {
  return services[name]?.image ?? ''
}

/**
 * The command line of a service of compose.yaml, to be run on this machine instead: with values of this run for the settings
 * that it names there. Throws when it names one that `values` doesn't have.
 */
export function composed(name: string, values: Record<string, string> = {}): Composed {
  const service = services[name]
  if (!service) throw new Error(`compose.yaml has no service ${name}`)
  const settings = Object.keys(service.environment).map((key) => {
    const value = values[key]
    if (value === undefined) throw new Error(`compose.yaml sets ${key} for ${name}, and this run has no value for it`)
    return [key, value]
  })
  return { args: service.command.slice(1), settings: Object.fromEntries(settings) }
}
