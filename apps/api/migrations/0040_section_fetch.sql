CREATE TABLE "section_fetch" (
	"learning_id" text NOT NULL,
	"section_id" text NOT NULL,
	"parts" "int4multirange" DEFAULT '{}' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "section_fetch_learning_id_section_id_pk" PRIMARY KEY("learning_id","section_id")
);
--> statement-breakpoint
ALTER TABLE "live_attendance" ADD COLUMN "fetched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "play_session" ADD COLUMN "needs_fetch" boolean DEFAULT false NOT NULL;