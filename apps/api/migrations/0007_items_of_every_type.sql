CREATE TABLE "activity" (
	"content_id" text PRIMARY KEY NOT NULL,
	"apply_from" timestamp with time zone NOT NULL,
	"apply_to" timestamp with time zone NOT NULL,
	"begin_at" timestamp with time zone NOT NULL,
	"finish_at" timestamp with time zone NOT NULL,
	"way" text DEFAULT 'onsite' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"traffic" text DEFAULT '' NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"seats" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"program" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"canceled_at" timestamp with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_apply" (
	"apply_id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"user_id" text NOT NULL,
	"site_id" text NOT NULL,
	"apply_status" text NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	"canceled_at" timestamp with time zone,
	CONSTRAINT "activity_apply_once" UNIQUE("content_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "appraise" (
	"appraise_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"useful" integer NOT NULL,
	"concise" integer NOT NULL,
	"logical" integer NOT NULL,
	"design" integer NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'shown' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "appraise_once" UNIQUE("user_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "appraise_sum" (
	"site_id" text NOT NULL,
	"content_id" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"useful" integer DEFAULT 0 NOT NULL,
	"concise" integer DEFAULT 0 NOT NULL,
	"logical" integer DEFAULT 0 NOT NULL,
	"design" integer DEFAULT 0 NOT NULL,
	"star_1" integer DEFAULT 0 NOT NULL,
	"star_2" integer DEFAULT 0 NOT NULL,
	"star_3" integer DEFAULT 0 NOT NULL,
	"star_4" integer DEFAULT 0 NOT NULL,
	"star_5" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "appraise_sum_site_id_content_id_pk" PRIMARY KEY("site_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "attachment" (
	"attachment_id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"size" integer DEFAULT 0 NOT NULL,
	"file_key" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attachment_download" (
	"download_id" text PRIMARY KEY NOT NULL,
	"attachment_id" text NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favorite" (
	"favorite_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"content_type" text NOT NULL,
	"content_id" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "favorite_once" UNIQUE("user_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "live" (
	"content_id" text PRIMARY KEY NOT NULL,
	"begin_at" timestamp with time zone NOT NULL,
	"finish_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"recorded_at" timestamp with time zone,
	"replay_id" text,
	"canceled_at" timestamp with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_booking" (
	"content_id" text NOT NULL,
	"user_id" text NOT NULL,
	"site_id" text NOT NULL,
	"booked_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "live_booking_content_id_user_id_pk" PRIMARY KEY("content_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_content_id_content_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_apply" ADD CONSTRAINT "activity_apply_content_id_activity_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."activity"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_content_id_content_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live" ADD CONSTRAINT "live_content_id_content_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live" ADD CONSTRAINT "live_replay_id_resource_resource_id_fk" FOREIGN KEY ("replay_id") REFERENCES "public"."resource"("resource_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_booking" ADD CONSTRAINT "live_booking_content_id_live_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."live"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_apply_user" ON "activity_apply" USING btree ("user_id","applied_at");--> statement-breakpoint
CREATE INDEX "appraise_content" ON "appraise" USING btree ("site_id","content_id","created_at","appraise_id");--> statement-breakpoint
CREATE INDEX "attachment_content" ON "attachment" USING btree ("content_id","sort");--> statement-breakpoint
CREATE INDEX "attachment_download_of" ON "attachment_download" USING btree ("attachment_id","at");--> statement-breakpoint
CREATE INDEX "favorite_user" ON "favorite" USING btree ("user_id","added_at");--> statement-breakpoint
CREATE INDEX "live_begin" ON "live" USING btree ("begin_at","content_id");--> statement-breakpoint
CREATE INDEX "live_finish" ON "live" USING btree ("finish_at","content_id");