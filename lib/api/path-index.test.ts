import { expect, test } from 'vitest'
import { pathIndex } from './path-index'
import { routes } from './routes'

const index = pathIndex<string>()
index.add('GET', '/v1/uploads/{upload_id}', 'one')
index.add('POST', '/v1/uploads/sign', 'sign')
index.add('POST', '/v1/uploads/:upload_id', 'change')
index.add('POST', '/v1/:kind/first', 'first')
index.add('POST', '/v1/:kind/:id/parts/:part', 'part')
index.add('GET', '/', 'root')

test.each([
  ['GET', '/v1/uploads/7', { value: 'one', params: { upload_id: '7' } }],
  ['POST', '/v1/uploads/sign', { value: 'sign', params: {} }],
  ['POST', '/v1/uploads/signed', { value: 'change', params: { upload_id: 'signed' } }],
  ['POST', '/v1/uploads/first', { value: 'change', params: { upload_id: 'first' } }],
  ['POST', '/v1/shows/first', { value: 'first', params: { kind: 'shows' } }],
  ['POST', '/v1/a/b/parts/c', { value: 'part', params: { kind: 'a', id: 'b', part: 'c' } }],
  ['GET', '/', { value: 'root', params: {} }],
  ['GET', '/v1/uploads/', null],
  ['GET', '/v1/uploads/7/', null],
  ['GET', '/v1/uploads/sign/7', null],
  ['PUT', '/v1/uploads/7', null],
  ['GET', '', null],
])('%s %s is %j', (method, path, found) => {
  expect(index.find(method, path)).toEqual(found)
})

test('a parameter may be called as what every object has', () => {
  const strange = pathIndex<number>()
  strange.add('GET', '/{constructor}', 1)
  expect(strange.find('GET', '/a')?.params.constructor).toBe('a')
  expect(strange.find('constructor', '/a')).toBeNull()
})

test('each operation of the API is found by its own path, and no other is', () => {
  const all = pathIndex<string>()
  for (const { operation } of routes) all.add(operation.method, operation.path, operation.id)
  for (const { operation } of routes) {
    const path = operation.path.replace(/\{([a-z_]+)\}/g, 'of-$1')
    const params = Object.fromEntries(
      Array.from(operation.path.matchAll(/\{([a-z_]+)\}/g), ([, name]) => [name, `of-${name}`]),
    )
    expect(all.find(operation.method, path)).toEqual({ value: operation.id, params })
  }
})
