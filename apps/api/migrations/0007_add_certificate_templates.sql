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
