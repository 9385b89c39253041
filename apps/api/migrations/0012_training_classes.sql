CREATE TABLE "class_member" (
	"member_id" text PRIMARY KEY NOT NULL,
	"class_id" text NOT NULL,
	"site_id" text NOT NULL,
	"training_id" text DEFAULT '' NOT NULL,
	"user_id" text NOT NULL,
	"member_status" text NOT NULL,
	"number" integer NOT NULL,
	"agree_version" text DEFAULT '' NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "class_member_once" UNIQUE("class_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "training" (
	"site_id" text NOT NULL,
	"training_id" text NOT NULL,
	"title" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"cover" text DEFAULT '' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"organiser" text DEFAULT '' NOT NULL,
	"hours" numeric(6, 2) DEFAULT 0 NOT NULL,
	"credits" numeric(6, 2) DEFAULT 0 NOT NULL,
	"audience" text[] DEFAULT '{}' NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"faq" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"contact" jsonb NOT NULL,
	CONSTRAINT "training_site_id_training_id_pk" PRIMARY KEY("site_id","training_id")
);
--> statement-breakpoint
CREATE TABLE "class" (
	"class_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"training_id" text DEFAULT '' NOT NULL,
	"class_no" text DEFAULT '' NOT NULL,
	"period" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"enroll_from" timestamp with time zone NOT NULL,
	"enroll_to" timestamp with time zone NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"seats" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"waiting_limit" integer DEFAULT 0 NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"review" text DEFAULT 'N' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"traffic" text DEFAULT '' NOT NULL,
	"contact" jsonb NOT NULL,
	"timetable" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"resources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rule" jsonb NOT NULL,
	CONSTRAINT "class_seats" CHECK ("class"."taken" between 0 and "class"."seats"),
	CONSTRAINT "class_waiting" CHECK ("class"."waiting" >= 0)
);
--> statement-breakpoint
ALTER TABLE "class_member" ADD CONSTRAINT "class_member_class_id_class_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."class"("class_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class" ADD CONSTRAINT "class_class_id_content_content_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "class_member_queue" ON "class_member" USING btree ("class_id","member_status","number");--> statement-breakpoint
CREATE INDEX "class_member_user" ON "class_member" USING btree ("user_id","applied_at");--> statement-breakpoint
CREATE UNIQUE INDEX "class_member_training" ON "class_member" USING btree ("site_id","training_id","user_id") WHERE training_id <> '' and member_status in ('applied', 'waiting', 'admitted', 'studying');--> statement-breakpoint
CREATE INDEX "class_training" ON "class" USING btree ("site_id","training_id","start_at");