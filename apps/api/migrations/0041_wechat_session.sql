ALTER TABLE "wechat_binding" ADD COLUMN "session_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "wechat_state" ADD COLUMN "session_id" text DEFAULT '' NOT NULL;