import {
  exchangeCalc,
  exchangeDetail,
  exchangeDownload,
  exchangeKinds,
  exchangeList,
  exchangeSave,
  exchangeSubmit,
  exchangeWithdraw,
} from '@cme/contract/credits';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { answer } from '../../../platform/http/answer.ts';
import { formatDay, formatTime } from '../../../platform/http/format-time.ts';
import { readYearRules } from '../../credits/credits.store.ts';
import { calculateDeclaration } from './calc.view.ts';
import { type LedgerEffects, watchApproved } from '../credit.job.ts';
import { openYears, findOwnDeclaration, saveDraft } from '../draft.action.ts';
import { readKinds } from '../exchange.store.ts';
import { detailView, kindView } from './exchange.view.ts';
import { readDeclarationList } from './list.view.ts';
import { proofDownload } from './proof.view.ts';
import { submitDeclaration, withdrawDeclaration } from '../submit.action.ts';

const savesPerMinute = 240;

export function registerExchange(
  app: FastifyInstance,
  context: AppContext,
  ledger: LedgerEffects,
): void {
  const stop = watchApproved(context, ledger);
  app.addHook('preClose', async () => stop());
  answer(app, context, exchangeKinds, async ({ body, site, db }) => {
    const today = formatDay(context.now());
    const year = body.year ?? Number(today.slice(0, 4));
    const kind_caps = (await readYearRules(db, site.site_id, year)).flatMap(
      (rule) => rule.kind_caps,
    );
    const kinds = (await readKinds(db, site.site_id, year)).filter(({ on }) => on === 'Y');
    return {
      year,
      years: await openYears(db, site.site_id, today),
      list: kinds.map((kind) => kindView(kind, { kind_caps })),
    };
  });
  answer(app, context, exchangeCalc, ({ body, site, person, db }) =>
    calculateDeclaration(db, { ...person, site_id: site.site_id }, body),
  );
  answer(
    app,
    context,
    exchangeSave,
    async ({ body, site, person, db }) => {
      const owner = { user_id: person.user_id, site_id: site.site_id };
      const row = await saveDraft(db, owner, body, context.now());
      const { declare_no, revision, updated_at } = row;
      return { declare_no, revision, saved_at: formatTime(updated_at) };
    },
    { perMinute: savesPerMinute },
  );
  answer(app, context, exchangeSubmit, async ({ body, site, person, db }) => {
    const owner = { user_id: person.user_id, site_id: site.site_id };
    const { declare_no, revision } = body;
    return detailView(db, await submitDeclaration(db, owner, declare_no, revision, context.now()));
  });
  answer(app, context, exchangeWithdraw, async ({ body, site, person, db }) => {
    const owner = { user_id: person.user_id, site_id: site.site_id };
    return detailView(db, await withdrawDeclaration(db, owner, body.declare_no, context.now()));
  });
  answer(app, context, exchangeDetail, async ({ body, site, person, db }) =>
    detailView(
      db,
      await findOwnDeclaration(db, { ...person, site_id: site.site_id }, body.declare_no),
    ),
  );
  answer(app, context, exchangeList, ({ body, site, person, db }) =>
    readDeclarationList(db, { ...person, site_id: site.site_id }, body),
  );
  answer(app, context, exchangeDownload, async ({ body, site, person, db }) => {
    const owner = { user_id: person.user_id, site_id: site.site_id };
    const { declare_no } = await findOwnDeclaration(db, owner, body.declare_no);
    return proofDownload(context, db, site, declare_no, body.file_id);
  });
}
