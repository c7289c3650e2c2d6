import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pool } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { useDatabase } from '@/test/database'

const MIGRATIONS = 'prisma/migrations'
const SPLIT = readdirSync(MIGRATIONS).find((name) => name.endsWith('_granted_and_paid_tier')) ?? ''

await useDatabase()

async function migrate(wanted: (name: string) => boolean): Promise<void> {
  const names = readdirSync(MIGRATIONS).filter((name) => /^\d/.test(name) && wanted(name))
  for (const name of names.sort()) {
    await pool().query(readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8'))
  }
}

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
  await pool().query('drop schema public cascade; create schema public')
  await migrate((name) => name < SPLIT)
  await storeAsBefore({ name: 'free', tier: 'free' })
  await storeAsBefore({ name: 'granted', tier: 'pro' })
  await storeAsBefore({ name: 'looked', tier: 'pro', subscription: null })
  await storeAsBefore({ name: 'subscribed', tier: 'ultra', subscription: 'sub_1' })
  await storeAsBefore({ name: 'unpaid', tier: 'free', subscription: 'sub_2' })
  await storeAsBefore({ name: 'local', tier: 'free', subscription: null, isLocal: true })
  await migrate((name) => name >= SPLIT)
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
