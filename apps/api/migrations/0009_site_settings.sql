ALTER TABLE "home_block" ADD COLUMN "position" integer DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE "home_block" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_content" ADD COLUMN "by_scope" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "icp_url" text DEFAULT 'https://beian.miit.gov.cn/' NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "police_url" text DEFAULT 'https://beian.mps.gov.cn/' NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "footer_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "wechat_qr" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "header_style" text DEFAULT 'light' NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "mobile_menu_style" text DEFAULT 'list' NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "content_scope" text DEFAULT 'listed' NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "pay_channels" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "auto_credit" text DEFAULT 'Y' NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "effective_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "effective_to" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "site_menu" ADD COLUMN "open_in" text DEFAULT 'self' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_menu" ADD COLUMN "icon" text DEFAULT '' NOT NULL;