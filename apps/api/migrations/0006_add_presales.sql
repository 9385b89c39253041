ALTER TABLE "content" ADD COLUMN "presale_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "content" ADD COLUMN "opened_at" timestamp with time zone;