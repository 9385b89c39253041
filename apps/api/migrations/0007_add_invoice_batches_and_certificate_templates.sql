CREATE TABLE "cert_template" (
	"site_id" text NOT NULL,
	"version" integer NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"layout" jsonb NOT NULL,
	"background" text DEFAULT '' NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	"signature" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cert_template_site_id_version_pk" PRIMARY KEY("site_id","version")
);
--> statement-breakpoint
CREATE TABLE "invoice_batch" (
	"batch_no" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"batch_status" text NOT NULL,
	"exported_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "invoice_batch_item" (
	"serial_no" text PRIMARY KEY NOT NULL,
	"batch_no" text NOT NULL,
	"invoice_no" text NOT NULL,
	"color" text NOT NULL,
	"amount_fen" integer NOT NULL,
	"lines" jsonb NOT NULL,
	"title" text NOT NULL,
	"tax_no" text NOT NULL,
	"item_status" text NOT NULL,
	"tax_invoice_no" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_seller" (
	"site_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tax_no" text NOT NULL,
	"item_name" text NOT NULL,
	"item_code" text NOT NULL,
	"rate" text NOT NULL,
	"policy" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "issuer" text DEFAULT 'embedded' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "file_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "file_format" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "red_tax_no" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_batch_item" ADD CONSTRAINT "invoice_batch_item_batch_no_invoice_batch_batch_no_fk" FOREIGN KEY ("batch_no") REFERENCES "public"."invoice_batch"("batch_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_batch_list" ON "invoice_batch" USING btree ("site_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_batch_item_open" ON "invoice_batch_item" USING btree ("invoice_no","color") WHERE item_status = 'open';--> statement-breakpoint
CREATE INDEX "invoice_batch_item_batch" ON "invoice_batch_item" USING btree ("batch_no");--> statement-breakpoint
CREATE INDEX "invoice_batch_item_invoice" ON "invoice_batch_item" USING btree ("invoice_no");