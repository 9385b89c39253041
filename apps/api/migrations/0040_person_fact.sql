CREATE TABLE "person_fact" (
	"fact_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"fact_status" text NOT NULL,
	"effective_from" date,
	"effective_to" date,
	"reply" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "person_fact" ADD CONSTRAINT "person_fact_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "person_fact_open" ON "person_fact" USING btree ("user_id","kind") WHERE fact_status = 'waiting';--> statement-breakpoint
CREATE INDEX "person_fact_of_user" ON "person_fact" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "person_fact_list" ON "person_fact" USING btree ("site_id","fact_status","created_at");