CREATE TABLE "homework" (
	"homework_id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"section_id" text,
	"title" text NOT NULL,
	"task" text NOT NULL,
	"full_score" integer DEFAULT 100 NOT NULL,
	"pass_score" integer DEFAULT 60 NOT NULL,
	"deadline_at" timestamp with time zone,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "homework_submit" (
	"submit_id" text PRIMARY KEY NOT NULL,
	"homework_id" text NOT NULL,
	"learning_id" text NOT NULL,
	"content_id" text NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"homework_status" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"score" integer,
	"comment" text DEFAULT '' NOT NULL,
	"submitted_at" timestamp with time zone,
	"graded_at" timestamp with time zone,
	"graded_by" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "homework_submit_once" UNIQUE("homework_id","learning_id")
);
--> statement-breakpoint
CREATE TABLE "homework_view" (
	"view_id" text PRIMARY KEY NOT NULL,
	"submit_id" text NOT NULL,
	"file_id" text NOT NULL,
	"viewer_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inquiry" (
	"inquiry_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"section_id" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"inquiry_status" text DEFAULT 'waiting' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_by" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "inquiry_once" UNIQUE("user_id","request_id")
);
--> statement-breakpoint
CREATE INDEX "homework_content" ON "homework" USING btree ("content_id","sort");--> statement-breakpoint
CREATE UNIQUE INDEX "homework_section" ON "homework" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "homework_submit_waiting" ON "homework_submit" USING btree ("site_id","submitted_at","submit_id") WHERE homework_status = 'submitted';--> statement-breakpoint
CREATE INDEX "homework_view_of" ON "homework_view" USING btree ("submit_id","at");--> statement-breakpoint
CREATE INDEX "inquiry_mine" ON "inquiry" USING btree ("user_id","content_id","created_at","inquiry_id");--> statement-breakpoint
CREATE INDEX "inquiry_answered" ON "inquiry" USING btree ("content_id","site_id","answered_at","inquiry_id") WHERE inquiry_status = 'answered';--> statement-breakpoint
CREATE INDEX "inquiry_waiting" ON "inquiry" USING btree ("site_id","created_at","inquiry_id") WHERE inquiry_status = 'waiting';