CREATE TABLE "declare_refusal" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"declare_no" text NOT NULL,
	"user_id" text NOT NULL,
	"year" integer NOT NULL,
	"kind_code" text NOT NULL,
	"number_key" text DEFAULT '' NOT NULL,
	"activity_no" text DEFAULT '' NOT NULL,
	"activity_name" text DEFAULT '' NOT NULL,
	"start_on" text DEFAULT '' NOT NULL,
	"end_on" text DEFAULT '' NOT NULL,
	"unit_id" text DEFAULT '' NOT NULL,
	"unit_name" text DEFAULT '' NOT NULL,
	"step" text NOT NULL,
	"decision" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"refused_by" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_account" (
	"former_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"id_hash" text NOT NULL,
	"user_id" text DEFAULT '' NOT NULL,
	"closed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "declare" ADD COLUMN "first_step" text DEFAULT 'unit' NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "admission" text DEFAULT 'admitted' NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "registration" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
CREATE INDEX "declare_refusal_of_user" ON "declare_refusal" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "declare_refusal_of_number" ON "declare_refusal" USING btree ("site_id","number_key");--> statement-breakpoint
CREATE INDEX "former_account_document" ON "former_account" USING btree ("site_id","id_hash");--> statement-breakpoint
CREATE INDEX "former_account_user" ON "former_account" USING btree ("user_id");--> statement-breakpoint
UPDATE "site" SET "registration" = CASE WHEN "regist_open" = 'N' THEN 'closed' ELSE 'approval' END WHERE "regist_open" = 'N' OR "isOpenOutsideWorld" = 'N';--> statement-breakpoint
UPDATE "declare" SET "first_step" = 'centre' WHERE "declare_status" = 'submitted' AND "audit_step" = 'centre';--> statement-breakpoint
INSERT INTO "declare_refusal" ("id", "site_id", "declare_no", "user_id", "year", "kind_code", "activity_no", "activity_name", "start_on", "end_on", "unit_id", "unit_name", "step", "decision", "reason", "refused_by", "at")
SELECT s."id", d."site_id", d."declare_no", d."user_id", d."year", d."kind_code", d."activity_no", d."activity_name", d."start_on", d."end_on", d."unit_id", d."unit_name",
  CASE WHEN s."from" = 'submitted' AND d."unit_id" <> '' THEN 'unit' ELSE 'centre' END, s."to", s."reason", s."actor_id", s."at"
FROM "state_log" s JOIN "declare" d ON d."declare_no" = s."entity_id"
WHERE s."entity" = 'declare' AND s."to" IN ('returned', 'rejected');
