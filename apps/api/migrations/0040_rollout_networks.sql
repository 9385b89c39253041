CREATE TABLE "rollout_network" (
	"minute" timestamp with time zone NOT NULL,
	"area" text NOT NULL,
	"release" text NOT NULL,
	"site" text NOT NULL,
	"network" text NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"failed_loads" integer DEFAULT 0 NOT NULL,
	"lcp" integer DEFAULT 0 NOT NULL,
	"lcp_poor" integer DEFAULT 0 NOT NULL,
	"inp" integer DEFAULT 0 NOT NULL,
	"inp_poor" integer DEFAULT 0 NOT NULL,
	"cls" integer DEFAULT 0 NOT NULL,
	"cls_poor" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rollout_network_area_release_minute_site_network_pk" PRIMARY KEY("area","release","minute","site","network")
);
--> statement-breakpoint
CREATE TABLE "rollout_ticket" (
	"key" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rollout_network_minute" ON "rollout_network" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "rollout_ticket_at" ON "rollout_ticket" USING btree ("at");