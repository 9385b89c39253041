CREATE TABLE "rollout" (
	"id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"areas" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollout_edge" (
	"edge" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"refused" jsonb NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollout_event" (
	"id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"area" text NOT NULL,
	"site" text NOT NULL,
	"action" text NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"percent" integer NOT NULL,
	"actor_id" text NOT NULL,
	"by" text NOT NULL,
	"reason" text NOT NULL,
	"request_id" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollout_health" (
	"minute" timestamp with time zone NOT NULL,
	"area" text NOT NULL,
	"release" text NOT NULL,
	"edge" text NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"failed_loads" integer DEFAULT 0 NOT NULL,
	"lcp" integer DEFAULT 0 NOT NULL,
	"lcp_poor" integer DEFAULT 0 NOT NULL,
	"inp" integer DEFAULT 0 NOT NULL,
	"inp_poor" integer DEFAULT 0 NOT NULL,
	"cls" integer DEFAULT 0 NOT NULL,
	"cls_poor" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rollout_health_area_release_minute_edge_pk" PRIMARY KEY("area","release","minute","edge")
);
--> statement-breakpoint
CREATE INDEX "rollout_event_of_area" ON "rollout_event" USING btree ("area","at");--> statement-breakpoint
CREATE INDEX "rollout_event_request" ON "rollout_event" USING btree ("request_id");