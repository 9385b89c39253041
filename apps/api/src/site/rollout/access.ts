import { rolloutToken } from '@cme/contract/site/rollout';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  createProgramCheck,
  credentials,
  type Program,
} from '../../platform/http/program-token.ts';
import type { Operator } from './rollout.action.ts';

/** What an operator proves: password and code of the second factor, or a session. */
interface OperatorProof {
  mobile: string;
  password?: string;
  code?: string | undefined;
  token?: string;
}

/** A staff account with the role, and the session of its next commands. */
export type OperatorOf = (proof: OperatorProof) => Promise<Operator & { session: string }>;

/** Carries the code of an operator, and back the session that it has opened. */
const codeHeader = 'x-staff-code';
const sessionHeader = 'x-staff-session';

export class UnknownOperatorError extends Error {}

/** Programs send a token derived from the installation's secret, people their account. */
export function createAccess(secret: Uint8Array, identifyOperator: OperatorOf) {
  const isProgram = createProgramCheck(secret);
  return {
    edgeToken: rolloutToken(new Uint8Array(secret), 'edge'),
    isProgram,
    async expectProgram(request: FastifyRequest, program: Program): Promise<void> {
      if (!(await isProgram(request, program))) throw new UnknownOperatorError('凭证不正确');
    },
    async operator(request: FastifyRequest, reply: FastifyReply): Promise<Operator> {
      if (credentials(request, 'Bearer'))
        throw new UnknownOperatorError('凭证不正确：EDGE_TOKEN 或 APP_SECRET 不是这套安装的');
      const { session, ...who } = await identifyOperator(parseProof(request));
      // Also with a refusal of the command: the code is used.
      reply.header(sessionHeader, session);
      return who;
    },
  };
}

/** `Basic` carries number and password, `Session` number and token. */
function parseProof(request: FastifyRequest): OperatorProof {
  const session = credentials(request, 'Session');
  const text = Buffer.from(session || credentials(request, 'Basic'), 'base64').toString();
  const [mobile = '', ...rest] = text.split(':');
  if (!mobile)
    throw new UnknownOperatorError(
      '请注明操作人：STAFF=手机号 STAFF_PASSWORD=密码 STAFF_CODE=动态验证码',
    );
  if (session) return { mobile, token: rest.join(':') };
  const code = request.headers[codeHeader];
  return { mobile, password: rest.join(':'), code: typeof code === 'string' ? code : undefined };
}
