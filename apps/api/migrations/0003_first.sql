CREATE TABLE "user_device" (
	"account_hash" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_device_account_hash_device_pk" PRIMARY KEY("account_hash","device")
);
--> statement-breakpoint
ALTER TABLE "sms_code" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_code" ADD COLUMN "earlier" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "user_device_seen" ON "user_device" USING btree ("seen_at");