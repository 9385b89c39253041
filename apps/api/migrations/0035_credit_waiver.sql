CREATE TABLE "credit_waiver" (
	"waiver_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"year" integer NOT NULL,
	"kind" text NOT NULL,
	"percent" integer NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" text NOT NULL,
	"given_by" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "credit_rule" ADD COLUMN "due_day" text DEFAULT '12-31' NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_rule" ADD COLUMN "grace_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_waiver_open" ON "credit_waiver" USING btree ("user_id","year") WHERE revoked_at is null;