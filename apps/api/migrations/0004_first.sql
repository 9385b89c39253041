ALTER TABLE "invoice" ADD COLUMN "reverse_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "learning" ADD COLUMN "suspension" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "learning" ADD COLUMN "suspended_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "learning" ADD COLUMN "suspended_order" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "asked_fen" integer;--> statement-breakpoint
UPDATE "learning" l SET "suspension" = CASE WHEN r."refund_status" = 'pending' THEN 'refund_pending' ELSE 'refund_approved' END, "suspended_by" = r."refund_no", "suspended_order" = r."order_code" FROM "refund" r JOIN "refund_item" i ON i."refund_no" = r."refund_no" WHERE r."kind" = 'learner' AND r."refund_status" IN ('pending', 'approved', 'processing', 'failed') AND l."source" = 'order' AND l."source_id" = i."order_item_id" AND l."learn_status" <> 'revoked';
