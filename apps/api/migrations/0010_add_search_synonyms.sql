CREATE TABLE "search_synonym" (
	"id" text PRIMARY KEY NOT NULL,
	"names" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_entry" ADD COLUMN "sounds" text DEFAULT '' NOT NULL;