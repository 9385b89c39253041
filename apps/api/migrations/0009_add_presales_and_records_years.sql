ALTER TABLE "site" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "records_years" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "content" ADD COLUMN "presale_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "content" ADD COLUMN "opened_at" timestamp with time zone;