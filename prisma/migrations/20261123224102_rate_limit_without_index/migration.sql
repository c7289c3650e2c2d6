-- DropIndex
DROP INDEX "rate_limit_tat_idx";
