import { expect, test } from 'vitest'
import { refOf } from '../testing/ref-of'
import { testLinks } from '../testing/test-links'
import links from './links.json'

testLinks(links)

test('a note keeps the token of the share for opening alone', () => {
  const ref = refOf(
    'https://www.xiaohongshu.com/discovery/item/6789065911100000210035fc?a=1&xsec_token=CB_x-y=&xsec_source=app_share',
  )
  expect(ref.url).toBe('https://www.xiaohongshu.com/explore/6789065911100000210035fc')
  expect(ref.openUrl).toBe(
    'https://www.xiaohongshu.com/discovery/item/6789065911100000210035fc?xsec_token=CB_x-y%3D&xsec_source=app_share',
  )
  expect(ref.accessKey).toBe('')
})
