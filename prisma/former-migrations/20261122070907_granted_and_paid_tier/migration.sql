-- Until now one tier held both what the operator gave and what a subscription paid for.
ALTER TABLE "users" RENAME COLUMN "tier" TO "granted_tier";
ALTER TABLE "users" ADD COLUMN "paid_tier" TEXT;

-- Whoever has a subscription has the tier that it pays for; what they were granted before was overwritten.
UPDATE "users" u SET "paid_tier" = nullif(u."granted_tier", 'free'), "granted_tier" = 'free'
FROM "billing_account" b WHERE b."user_id" = u."id" AND b."subscription_id" IS NOT NULL;

-- The machine's own account was made on ultra, and lost it by opening a checkout.
UPDATE "users" SET "granted_tier" = 'ultra' WHERE "is_local";
