CREATE TABLE "live_attendance" (
	"content_id" text NOT NULL,
	"user_id" text NOT NULL,
	"site_id" text NOT NULL,
	"watched_ms" bigint DEFAULT 0 NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"last_beat_at" timestamp with time zone NOT NULL,
	CONSTRAINT "live_attendance_content_id_user_id_pk" PRIMARY KEY("content_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "live_message" (
	"message_id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"user_id" text NOT NULL,
	"site_id" text NOT NULL,
	"text" text NOT NULL,
	"is_staff" boolean DEFAULT false NOT NULL,
	"request_id" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"hidden_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "live_mute" (
	"content_id" text NOT NULL,
	"user_id" text NOT NULL,
	"muted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "live_mute_content_id_user_id_pk" PRIMARY KEY("content_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "live_recording" (
	"recording_id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"file" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "live" ADD COLUMN "started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "live" ADD COLUMN "stream_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "live" ADD COLUMN "chat_on" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "live_attendance" ADD CONSTRAINT "live_attendance_content_id_live_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."live"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_message" ADD CONSTRAINT "live_message_content_id_live_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."live"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_mute" ADD CONSTRAINT "live_mute_content_id_live_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."live"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_recording" ADD CONSTRAINT "live_recording_content_id_live_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."live"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_attendance_seen" ON "live_attendance" USING btree ("content_id","last_beat_at");--> statement-breakpoint
CREATE INDEX "live_message_room" ON "live_message" USING btree ("content_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_message_once" ON "live_message" USING btree ("user_id","request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_recording_once" ON "live_recording" USING btree ("content_id","file");