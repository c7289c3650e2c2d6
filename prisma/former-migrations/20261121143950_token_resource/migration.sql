-- AlterTable
ALTER TABLE "oauth_access_token" ADD COLUMN     "resource" TEXT;

-- Tokens that are out are for what their connection is for.
UPDATE "oauth_access_token" t SET "resource" = g."resource" FROM "oauth_grant" g WHERE g."id" = t."grant_id";
