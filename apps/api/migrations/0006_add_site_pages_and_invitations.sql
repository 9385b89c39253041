CREATE TABLE "site_page" (
	"site_id" text NOT NULL,
	"page" text NOT NULL,
	"version" text NOT NULL,
	"html" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" text NOT NULL,
	CONSTRAINT "site_page_site_id_page_version_pk" PRIMARY KEY("site_id","page","version")
);
--> statement-breakpoint
CREATE TABLE "staff_invitation" (
	"invitation_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"mobile_hash" text NOT NULL,
	"mobile_masked" text NOT NULL,
	"role" text NOT NULL,
	"code_hash" text DEFAULT '' NOT NULL,
	"given_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"user_id" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "privacy_version" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "staff_invitation_of_number" ON "staff_invitation" USING btree ("site_id","mobile_hash");