CREATE TABLE "study_rule" (
	"site_id" text NOT NULL,
	"content_id" text DEFAULT '' NOT NULL,
	"allow_seek" text,
	"max_rate" double precision,
	"checks" text,
	"daily_cap_minutes" integer,
	"play_kick_mode" text,
	"allow_pip" text,
	CONSTRAINT "study_rule_site_id_content_id_pk" PRIMARY KEY("site_id","content_id")
);
--> statement-breakpoint
ALTER TABLE "play_session" ADD COLUMN "allow_seek" text;--> statement-breakpoint
ALTER TABLE "play_session" ADD COLUMN "max_rate" double precision;--> statement-breakpoint
ALTER TABLE "play_session" ADD COLUMN "daily_cap_ms" integer;