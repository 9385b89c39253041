CREATE TABLE "approval" (
	"approval_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"request" jsonb NOT NULL,
	"facts" text NOT NULL,
	"approval_status" text NOT NULL,
	"proposed_by" text NOT NULL,
	"confirmed_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "transfer_until" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "approval_open" ON "approval" USING btree ("kind","subject_id") WHERE approval_status = 'proposed';--> statement-breakpoint
CREATE INDEX "approval_list" ON "approval" USING btree ("created_at");