import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProblemCard } from './problem-card'

const REQUEST_ID = '0199e3f1-2b7a-7c31-9d0e-5c1f0a9d2f11'

const card = (status: number) =>
  renderToStaticMarkup(
    createElement(ProblemCard, {
      problem: { status, detail: 'It failed.', request_id: REQUEST_ID },
      // biome-ignore lint/correctness/noChildrenProp: this file has no JSX
      children: null,
    }),
  )

test.each([500, 502, 503, 504])(
  'an error of the server (%i) has a button that copies the id of its request',
  (status) => {
    expect(card(status)).toMatch(/<button[^>]*>.*Copy request ID<\/button>/)
  },
)

test.each([402, 404, 415, 422, 429])('a mistake of the request (%i) says nothing of its id', (status) => {
  expect(card(status)).toContain('It failed.')
  expect(card(status)).not.toMatch(new RegExp(`button|${REQUEST_ID}`))
})
