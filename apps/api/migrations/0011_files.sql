CREATE TABLE "file" (
	"file_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"file_status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"size" integer NOT NULL,
	"format" text DEFAULT '' NOT NULL,
	"sha256" text DEFAULT '' NOT NULL,
	"place" text NOT NULL,
	"object" text DEFAULT '' NOT NULL,
	"fingerprint" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_part" (
	"file_id" text NOT NULL,
	"start" integer NOT NULL,
	"size" integer NOT NULL,
	"object" text NOT NULL,
	CONSTRAINT "file_part_file_id_start_pk" PRIMARY KEY("file_id","start")
);
--> statement-breakpoint
CREATE TABLE "file_use" (
	"owner_type" text NOT NULL,
	"owner_id" text NOT NULL,
	"file_id" text NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	CONSTRAINT "file_use_owner_type_owner_id_file_id_pk" PRIMARY KEY("owner_type","owner_id","file_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "file_upload" ON "file" USING btree ("user_id","site_id","kind","fingerprint") WHERE file_status = 'uploading';--> statement-breakpoint
CREATE INDEX "file_of_user" ON "file" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "file_open" ON "file" USING btree ("file_status","touched_at") WHERE file_status <> 'ready';--> statement-breakpoint
CREATE INDEX "file_use_of_file" ON "file_use" USING btree ("file_id");