CREATE TABLE "transcode" (
	"transcode_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"file_id" text NOT NULL,
	"section_id" text NOT NULL,
	"transcode_status" text DEFAULT 'waiting' NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"run" text DEFAULT '' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"lease_until" timestamp with time zone,
	"next_at" timestamp with time zone NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "transcode_once" ON "transcode" USING btree ("file_id","section_id");--> statement-breakpoint
CREATE INDEX "transcode_of_site" ON "transcode" USING btree ("site_id","created_at");--> statement-breakpoint
CREATE INDEX "transcode_open" ON "transcode" USING btree ("next_at") WHERE transcode_status in ('waiting', 'running');