import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { unitApplications, unitAudit } from '@cme/contract/person';
import { direct, origins } from './origins.ts';
import { findStaffToken } from './staff-token.ts';

/** The decision of the hospital's unit administrator by API, as there is no console yet. */
export async function decideApplication(
  isOf: (applicant: { real_name: string; mobile: string }) => boolean,
  decision: 'approve' | 'refuse',
  reason = '',
): Promise<void> {
  const client = openClient({
    apiBase: direct.address,
    fullDomainName: new URL(origins.hospital).hostname,
    fetch: fetchAs(direct.hostOf(origins.hospital)),
  });
  const token = await findStaffToken(client, '13800000013');
  const { list } = await client.send(unitApplications, { page_size: 100 }, { token });
  const application = list.find(isOf);
  if (!application) throw new Error('no such application');
  const { application_id } = application;
  await client.send(unitAudit, { application_id, decision, reason }, { token });
}
