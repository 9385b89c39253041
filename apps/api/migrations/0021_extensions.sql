CREATE TABLE "extension_request" (
	"extension_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"learning_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text NOT NULL,
	"old_end_at" timestamp with time zone NOT NULL,
	"new_end_at" timestamp with time zone,
	"reply" text DEFAULT '' NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "learning" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "extension_request" ADD CONSTRAINT "extension_request_learning_id_learning_learning_id_fk" FOREIGN KEY ("learning_id") REFERENCES "public"."learning"("learning_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "extension_waiting" ON "extension_request" USING btree ("learning_id") WHERE "extension_request"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "extension_of_learning" ON "extension_request" USING btree ("learning_id","asked_at");--> statement-breakpoint
CREATE INDEX "extension_queue" ON "extension_request" USING btree ("state","asked_at");