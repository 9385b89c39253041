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
CREATE TABLE "former_account" (
	"former_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"id_hash" text NOT NULL,
	"user_id" text DEFAULT '' NOT NULL,
	"closed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "factor_ticket" (
	"hash" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"password_mark" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_session" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"mark" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_factor" (
	"factor_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user_factor_code" (
	"factor_id" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "user_factor_code_factor_id_hash_pk" PRIMARY KEY("factor_id","hash")
);
--> statement-breakpoint
CREATE TABLE "rollout_network" (
	"minute" timestamp with time zone NOT NULL,
	"area" text NOT NULL,
	"release" text NOT NULL,
	"site" text NOT NULL,
	"network" text NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"failed_loads" integer DEFAULT 0 NOT NULL,
	"lcp" integer DEFAULT 0 NOT NULL,
	"lcp_poor" integer DEFAULT 0 NOT NULL,
	"inp" integer DEFAULT 0 NOT NULL,
	"inp_poor" integer DEFAULT 0 NOT NULL,
	"cls" integer DEFAULT 0 NOT NULL,
	"cls_poor" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rollout_network_area_release_minute_site_network_pk" PRIMARY KEY("area","release","minute","site","network")
);
--> statement-breakpoint
CREATE TABLE "rollout_ticket" (
	"key" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "section_fetch" (
	"learning_id" text NOT NULL,
	"section_id" text NOT NULL,
	"parts" "int4multirange" DEFAULT '{}' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "section_fetch_learning_id_section_id_pk" PRIMARY KEY("learning_id","section_id")
);
--> statement-breakpoint
ALTER TABLE "declare" ADD COLUMN "first_step" text DEFAULT 'unit' NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "admission" text DEFAULT 'admitted' NOT NULL;--> statement-breakpoint
ALTER TABLE "wechat_binding" ADD COLUMN "session_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "wechat_state" ADD COLUMN "session_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "live_attendance" ADD COLUMN "fetched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "play_session" ADD COLUMN "needs_fetch" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "registration" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "second_factor" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "person_fact" ADD CONSTRAINT "person_fact_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor_ticket" ADD CONSTRAINT "factor_ticket_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_factor" ADD CONSTRAINT "user_factor_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_factor_code" ADD CONSTRAINT "user_factor_code_factor_id_user_factor_factor_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."user_factor"("factor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "declare_refusal_of_user" ON "declare_refusal" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "declare_refusal_of_number" ON "declare_refusal" USING btree ("site_id","number_key");--> statement-breakpoint
CREATE UNIQUE INDEX "person_fact_open" ON "person_fact" USING btree ("user_id","kind") WHERE fact_status = 'waiting';--> statement-breakpoint
CREATE INDEX "person_fact_of_user" ON "person_fact" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "person_fact_list" ON "person_fact" USING btree ("site_id","fact_status","created_at");--> statement-breakpoint
CREATE INDEX "former_account_document" ON "former_account" USING btree ("site_id","id_hash");--> statement-breakpoint
CREATE INDEX "former_account_user" ON "former_account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_session_user" ON "staff_session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_factor_active" ON "user_factor" USING btree ("user_id") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_factor_pending" ON "user_factor" USING btree ("user_id") WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "rollout_network_minute" ON "rollout_network" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "rollout_ticket_at" ON "rollout_ticket" USING btree ("at");--> statement-breakpoint
UPDATE "site" SET "registration" = CASE WHEN regist_open = 'N' THEN 'closed' ELSE 'approval' END WHERE regist_open = 'N' OR 'N' = "isOpenOutsideWorld";--> statement-breakpoint
UPDATE "declare" SET "first_step" = 'centre' WHERE declare_status = 'submitted' AND audit_step = 'centre';--> statement-breakpoint
INSERT INTO "declare_refusal" ("id", "site_id", "declare_no", "user_id", "year", "kind_code", "activity_no", "activity_name", "start_on", "end_on", "unit_id", "unit_name", "step", "decision", "reason", "refused_by", "at")
SELECT s."id", d."site_id", d."declare_no", d."user_id", d."year", d."kind_code", d."activity_no", d."activity_name", d."start_on", d."end_on", d."unit_id", d."unit_name",
  CASE WHEN s."from" = 'submitted' AND d."unit_id" <> '' THEN 'unit' ELSE 'centre' END, s."to", s."reason", s."actor_id", s."at"
FROM "state_log" s JOIN "declare" d ON d."declare_no" = s."entity_id"
WHERE s."entity" = 'declare' AND s."to" IN ('returned', 'rejected');
