import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { metrics } from '@/lib/core/metrics'

const root = path.resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(path.join(root, 'docs', name), 'utf8')

const NAME = /\b(?:verbatim|nodejs|process)_[a-z0-9_]+/g
const namesIn = (text: string) => new Set(text.match(NAME) ?? [])

/** A histogram is read by its parts. */
const withoutPart = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '')

const exported = metrics()
  .registry.getMetricsAsArray()
  .map(({ name }) => name)

const alerts = z
  .object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })) })
  .parse(parse(read('operations/alerts.yml')))
const dashboard = z
  .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) })
  .parse(JSON.parse(read('operations/dashboard.json')))

test('alerts and dashboard read metrics that the service exports', () => {
  const expressions = [
    ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  expect(expressions.length).toBeGreaterThan(20)
  const read = expressions.flatMap((expression) => [...namesIn(expression)]).map(withoutPart)
  expect(read.filter((name) => !exported.includes(name))).toEqual([])
})

test('every metric of the service is described and drawn', () => {
  const ours = exported.filter((name) => name.startsWith('verbatim_'))
  const described = namesIn(read('operations.md'))
  const drawn = new Set([...namesIn(read('operations/dashboard.json'))].map(withoutPart))
  expect(ours.filter((name) => !described.has(name))).toEqual([])
  expect(ours.filter((name) => !drawn.has(name))).toEqual([])
})
