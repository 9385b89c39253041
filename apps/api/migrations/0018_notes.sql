CREATE TABLE "note" (
	"note_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"section_id" text NOT NULL,
	"second" double precision NOT NULL,
	"text" text NOT NULL,
	"is_public" text DEFAULT 'N' NOT NULL,
	"status" text DEFAULT 'shown' NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "note_once" UNIQUE("user_id","request_id")
);
--> statement-breakpoint
CREATE INDEX "note_mine" ON "note" USING btree ("user_id","content_id","created_at","note_id");--> statement-breakpoint
CREATE INDEX "note_public" ON "note" USING btree ("content_id","site_id","created_at","note_id") WHERE is_public = 'Y' and status = 'shown';