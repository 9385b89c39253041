CREATE TABLE "consent" (
	"consent_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "account_closing" (
	"closing_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"closing_status" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"close_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "data_export" (
	"export_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"export_status" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"file_id" text DEFAULT '' NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone,
	"expire_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "consent_of_user" ON "consent" USING btree ("user_id","kind","given_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_closing_open" ON "account_closing" USING btree ("user_id") WHERE closing_status = 'waiting';--> statement-breakpoint
CREATE INDEX "account_closing_due" ON "account_closing" USING btree ("closing_status","close_at");--> statement-breakpoint
CREATE INDEX "data_export_of_user" ON "data_export" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "data_export_open" ON "data_export" USING btree ("user_id") WHERE export_status in ('waiting', 'running', 'ready');