import { formatDay, longDay } from '../../../platform/http/format-time.ts';
import { readContent } from '../../../content/catalogue/catalogue.store.ts';
import type { ClassEffects } from '../../../study/training-class/qualify.action.ts';
import { findIssuer } from '../certificate.store.ts';
import { issue } from './issue.action.ts';

/** Issues the certificate of a qualified member of a training class once. */
export const classEffects: ClassEffects = {
  async certify(tx, { member_id, user_id, site_id }, trainingClass, now) {
    const content = await readContent(tx, trainingClass.class_id);
    if (!content || !(await findIssuer(tx, site_id))) return;
    const { title, hours, credits, credit_type, source_unit } = content;
    const from = formatDay(trainingClass.start_at);
    const to = formatDay(trainingClass.end_at);
    const held = from === to ? longDay(from) : `${longDay(from)}至${longDay(to)}`;
    const rows: [string, string][] = [
      ['班号', trainingClass.class_no],
      ['期数', `第${trainingClass.period}期`],
      ['主办单位', source_unit],
      ['培训地点', trainingClass.place],
      ['学时', hours > 0 ? `${hours}学时` : ''],
    ];
    await issue(
      tx,
      {
        site_id,
        user_id,
        kind: 'class',
        source_id: member_id,
        year: Number(to.slice(0, 4)),
        title,
        hours,
        credits,
        credit_type,
        statement: `于${held}参加“${title}”第${trainingClass.period}期的培训，完成规定的课程和面授，经考核合格，准予结业。`,
        rows: rows.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value })),
      },
      now,
    );
  },
};
