CREATE TABLE "unit" (
	"unit_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"name" text NOT NULL,
	"uscc" text,
	"level" text NOT NULL,
	"area_id" text NOT NULL,
	"parent_id" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unit_uscc" UNIQUE("site_id","uscc"),
	CONSTRAINT "unit_name" UNIQUE("site_id","area_id","name")
);
--> statement-breakpoint
CREATE TABLE "unit_admin" (
	"unit_id" text NOT NULL,
	"user_id" text NOT NULL,
	"given_by" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unit_admin_unit_id_user_id_pk" PRIMARY KEY("unit_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "wechat_binding" (
	"hash" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"device" text NOT NULL,
	"union_hash" text DEFAULT '' NOT NULL,
	"id_hash" text NOT NULL,
	"way" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_identity" (
	"site_id" text NOT NULL,
	"id_hash" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wechat_identity_site_id_id_hash_pk" PRIMARY KEY("site_id","id_hash"),
	CONSTRAINT "wechat_identity_of_user" UNIQUE("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "wechat_state" (
	"hash" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"device" text NOT NULL,
	"way" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_application" (
	"application_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"unit_id" text NOT NULL,
	"from_unit_id" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "gender" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "birth_sealed" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "unit_id" text;--> statement-breakpoint
ALTER TABLE "user_session" ADD COLUMN "profile_put_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_admin" ADD CONSTRAINT "unit_admin_unit_id_unit_unit_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."unit"("unit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wechat_identity" ADD CONSTRAINT "wechat_identity_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_application" ADD CONSTRAINT "unit_application_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_application" ADD CONSTRAINT "unit_application_unit_id_unit_unit_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."unit"("unit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unit_of_parent" ON "unit" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "unit_admin_user" ON "unit_admin" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wechat_binding_end" ON "wechat_binding" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "wechat_state_end" ON "wechat_state" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "unit_application_waiting" ON "unit_application" USING btree ("user_id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "unit_application_list" ON "unit_application" USING btree ("unit_id","status","created_at");--> statement-breakpoint
CREATE INDEX "unit_application_of_user" ON "unit_application" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_unit_id_unit_unit_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."unit"("unit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_unit" ON "user" USING btree ("unit_id","unit_status");