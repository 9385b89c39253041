CREATE TABLE "identity_request" (
	"request_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"request_status" text NOT NULL,
	"real_name" text NOT NULL,
	"id_type" text NOT NULL,
	"id_sealed" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"reply" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "data_export" ADD COLUMN "link_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "data_export" ADD COLUMN "link_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity_request" ADD CONSTRAINT "identity_request_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identity_request_open" ON "identity_request" USING btree ("user_id") WHERE request_status = 'waiting';--> statement-breakpoint
CREATE INDEX "identity_request_of_user" ON "identity_request" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "identity_request_list" ON "identity_request" USING btree ("request_status","created_at");