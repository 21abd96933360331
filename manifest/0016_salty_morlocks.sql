CREATE TABLE "connector_lease_audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connector_lease_audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event" text NOT NULL,
	"tenant_id" text NOT NULL,
	"logical_agent_id" text NOT NULL,
	"connector_id" text NOT NULL,
	"lease_id" uuid,
	"lease_epoch" bigint,
	"expected_epoch" bigint,
	"holder_id" text,
	"expires_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"reason_code" text,
	"correlation_id" text NOT NULL,
	"occurred_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connector_lease_audit_log_event_check" CHECK ("connector_lease_audit_log"."event" in ('acquire', 'renew', 'takeover', 'release', 'expiry', 'reject')),
	CONSTRAINT "connector_lease_audit_log_reason_check" CHECK ("connector_lease_audit_log"."event" <> 'reject' or "connector_lease_audit_log"."reason_code" is not null)
);
--> statement-breakpoint
CREATE TABLE "connector_leases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tenant_id" text NOT NULL,
	"logical_agent_id" text NOT NULL,
	"connector_id" text NOT NULL,
	"lease_id" uuid NOT NULL,
	"lease_epoch" bigint DEFAULT 1 NOT NULL,
	"holder_id" text NOT NULL,
	"acquired_at" timestamp with time zone DEFAULT now() NOT NULL,
	"renewed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone,
	"correlation_id" text NOT NULL,
	CONSTRAINT "connector_leases_epoch_check" CHECK ("connector_leases"."lease_epoch" >= 1),
	CONSTRAINT "connector_leases_expiry_check" CHECK ("connector_leases"."expires_at" > "connector_leases"."acquired_at")
);
--> statement-breakpoint
CREATE INDEX "connector_lease_audit_log_binding_idx" ON "connector_lease_audit_log" USING btree ("tenant_id","logical_agent_id","connector_id","occurred_at");--> statement-breakpoint
CREATE INDEX "connector_lease_audit_log_lease_id_idx" ON "connector_lease_audit_log" USING btree ("lease_id");--> statement-breakpoint
CREATE INDEX "connector_lease_audit_log_correlation_id_idx" ON "connector_lease_audit_log" USING btree ("correlation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "connector_leases_binding_uidx" ON "connector_leases" USING btree ("tenant_id","logical_agent_id","connector_id");--> statement-breakpoint
CREATE UNIQUE INDEX "connector_leases_lease_id_uidx" ON "connector_leases" USING btree ("lease_id");--> statement-breakpoint
CREATE INDEX "connector_leases_live_expires_at_idx" ON "connector_leases" USING btree ("expires_at") WHERE "connector_leases"."released_at" is null;