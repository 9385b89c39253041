import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context/context.ts';
import { registerBadges } from './certificate/badge/badge.routes.ts';
import { registerCertificate } from './certificate/certificate.routes.ts';
import { registerCertificateApplications } from './certificate/issuing/apply.routes.ts';
import { exchangeLedger } from './certificate/issuing/exchange-ledger.ts';
import { registerFiles } from './certificate/print/files.routes.ts';
import { registerDeclareAudit } from './exchange/audit/audit.routes.ts';
import { registerExchange } from './exchange/calls/exchange.routes.ts';
import { registerArchive } from './year/archive.routes.ts';
import { registerMyCredits } from './year/credits-list.routes.ts';

export function registerCreditsCalls(app: FastifyInstance, context: AppContext): void {
  registerExchange(app, context, exchangeLedger);
  registerDeclareAudit(app, context, exchangeLedger);
  registerCertificate(app, context);
  registerCertificateApplications(app, context);
  registerFiles(app, context);
  registerBadges(app, context);
  registerMyCredits(app, context);
  registerArchive(app, context);
}
