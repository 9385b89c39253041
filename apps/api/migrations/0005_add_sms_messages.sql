CREATE TABLE "sms_attempt" (
	"message_id" text NOT NULL,
	"provider" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"result" text DEFAULT 'pending' NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"provider_id" text DEFAULT '' NOT NULL,
	"report" text DEFAULT '' NOT NULL,
	"report_code" text DEFAULT '' NOT NULL,
	"reported_at" timestamp with time zone,
	CONSTRAINT "sms_attempt_message_id_provider_pk" PRIMARY KEY("message_id","provider")
);
--> statement-breakpoint
CREATE TABLE "sms_message" (
	"message_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"scene" text NOT NULL,
	"account_hash" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "sms" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_attempt" ADD CONSTRAINT "sms_attempt_message_id_sms_message_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."sms_message"("message_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sms_attempt_provider" ON "sms_attempt" USING btree ("provider","started_at");--> statement-breakpoint
CREATE INDEX "sms_attempt_provider_id" ON "sms_attempt" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "sms_message_account" ON "sms_message" USING btree ("account_hash","created_at");--> statement-breakpoint
CREATE INDEX "sms_message_created" ON "sms_message" USING btree ("created_at");