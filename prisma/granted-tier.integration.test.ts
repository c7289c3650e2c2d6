import { expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { useDatabase } from '@/test/database'
import { migrate } from './migrate'
import { makeBefore } from './testing/fill-release'

const SPLIT = '20261122070907_granted_and_paid_tier'

const { databaseUrl } = await useDatabase()

type Before = { name: string; tier: string; subscription?: string | null; isLocal?: true }

async function storeAsBefore({ name, tier, subscription, isLocal }: Before): Promise<void> {
  const id = newId()
  const values = [id, `${name}@verbatim.test`, tier, isLocal ?? null]
  await pool().query('insert into users (id, email, tier, is_local) values ($1, $2, $3, $4)', values)
  if (subscription === undefined) return
  const account = `insert into billing_account (user_id, provider, customer_id, subscription_id) values ($1, 'sandbox', $2, $3)`
  await pool().query(account, [id, `cus_${name}`, subscription])
}

test('the migration takes the tier of a subscriber for paid, any other for granted, and corrects the local account', async () => {
  await makeBefore(SPLIT, databaseUrl)
  await storeAsBefore({ name: 'free', tier: 'free' })
  await storeAsBefore({ name: 'granted', tier: 'pro' })
  await storeAsBefore({ name: 'looked', tier: 'pro', subscription: null })
  await storeAsBefore({ name: 'subscribed', tier: 'ultra', subscription: 'sub_1' })
  await storeAsBefore({ name: 'unpaid', tier: 'free', subscription: 'sub_2' })
  await storeAsBefore({ name: 'local', tier: 'free', subscription: null, isLocal: true })
  await migrate(databaseUrl)
  const { rows } = await pool().query('select email, granted_tier, paid_tier from users order by email')
  expect(rows.map((row) => [row.email.split('@')[0], row.granted_tier, row.paid_tier])).toEqual([
    ['free', 'free', null],
    ['granted', 'pro', null],
    ['local', 'ultra', null],
    ['looked', 'pro', null],
    ['subscribed', 'free', 'ultra'],
    ['unpaid', 'free', null],
  ])
})
