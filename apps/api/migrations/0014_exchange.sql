CREATE TABLE "declare" (
	"declare_no" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"request_id" text NOT NULL,
	"declare_status" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"year" integer NOT NULL,
	"kind_code" text NOT NULL,
	"activity_name" text DEFAULT '' NOT NULL,
	"activity_no" text DEFAULT '' NOT NULL,
	"issuer" text DEFAULT '' NOT NULL,
	"level" text DEFAULT '' NOT NULL,
	"role_order" integer DEFAULT 0 NOT NULL,
	"start_on" text DEFAULT '' NOT NULL,
	"end_on" text DEFAULT '' NOT NULL,
	"quantity" numeric(8, 2) DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"taken" jsonb,
	"hours_claimed" numeric(6, 2) DEFAULT 0 NOT NULL,
	"credits_claimed" numeric(6, 2) DEFAULT 0 NOT NULL,
	"hours_approved" numeric(6, 2),
	"credits_approved" numeric(6, 2),
	"unit_id" text DEFAULT '' NOT NULL,
	"unit_name" text DEFAULT '' NOT NULL,
	"audit_step" text DEFAULT '' NOT NULL,
	"opened_at" timestamp with time zone,
	"opened_by" text DEFAULT '' NOT NULL,
	"unit_by" text DEFAULT '' NOT NULL,
	"centre_by" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	CONSTRAINT "declare_request" UNIQUE("user_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "declare_claim" (
	"site_id" text NOT NULL,
	"claim_key" text NOT NULL,
	"declare_no" text NOT NULL,
	CONSTRAINT "declare_claim_site_id_claim_key_pk" PRIMARY KEY("site_id","claim_key"),
	CONSTRAINT "declare_claim_of" UNIQUE("declare_no")
);
--> statement-breakpoint
CREATE TABLE "declare_view" (
	"id" text PRIMARY KEY NOT NULL,
	"declare_no" text NOT NULL,
	"viewer_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_kind" (
	"site_id" text NOT NULL,
	"year" integer NOT NULL,
	"kind_code" text NOT NULL,
	"name" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"activity_kind" text NOT NULL,
	"subject_kind" text NOT NULL,
	"unit" text NOT NULL,
	"hours_per_unit" numeric(10, 6) NOT NULL,
	"credits_per_unit" numeric(10, 6) NOT NULL,
	"max_value" numeric(6, 2) NOT NULL,
	"levels" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"need_files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"number_of" text DEFAULT 'activity' NOT NULL,
	"on" text DEFAULT 'Y' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "exchange_kind_site_id_year_kind_code_pk" PRIMARY KEY("site_id","year","kind_code")
);
--> statement-breakpoint
CREATE TABLE "exchange_window" (
	"site_id" text NOT NULL,
	"year" integer NOT NULL,
	"until" text NOT NULL,
	CONSTRAINT "exchange_window_site_id_year_pk" PRIMARY KEY("site_id","year")
);
--> statement-breakpoint
CREATE INDEX "declare_of_user" ON "declare" USING btree ("user_id","year","updated_at");--> statement-breakpoint
CREATE INDEX "declare_waiting" ON "declare" USING btree ("site_id","audit_step","submitted_at") WHERE audit_step <> '';--> statement-breakpoint
CREATE INDEX "declare_approved" ON "declare" USING btree ("decided_at") WHERE declare_status = 'approved';--> statement-breakpoint
CREATE INDEX "declare_view_of" ON "declare_view" USING btree ("declare_no","at");