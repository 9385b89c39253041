import { namePoints } from '../send-until-answered.ts';
import { around, type Point, type Step } from '../proxy/trap.ts';

const submitting = /^\s*update exam_attempt t set attempt_status/;
const booking = /^update "exam_attempt" set "booked_at"/;
const passing = /^update "learning" set .*"exam_status" =/;
const granting = /^insert into "credit_record"/;

/** The steps of a passing submission until the course is completed, its credits granted and its
 * certificate issued. */
export const examSteps: Step[] = [
  { name: 'saving answers', text: /insert into exam_answer/ },
  { name: 'a transaction begins', text: /^begin/ },
  { name: 'holding the enrolments', text: /^select .* from "learning" where .* for update/ },
  { name: 'holding the attempts', text: /^select .* from "exam_attempt" where .* for update/ },
  {
    name: 'saving the last answers',
    text: /insert into exam_answer/,
    after: [/from "exam_attempt" where .* for update/],
  },
  { name: 'reading the answers', text: /^select .* from "exam_answer"/ },
  { name: 'writing the score', text: submitting },
  { name: 'writing down that it was graded', text: /insert into "?state_log/, after: [submitting] },
  { name: 'noting that it is booked', text: booking },
  { name: 'telling the learner of the score', text: /^insert into "message"/, after: [booking] },
  { name: 'noting the pass', text: passing },
  { name: 'holding the ledger', text: /pg_advisory_xact_lock/, after: [passing] },
  { name: 'taking a certificate number', text: /^insert into "cert_counter"/ },
  { name: 'issuing the certificate', text: /^insert into "certificate"/ },
  {
    name: 'telling of the certificate',
    text: /^insert into "message"/,
    after: [/^insert into "certificate"/],
  },
  { name: 'granting the credits', text: granting },
  { name: 'completing the course', text: /^update "learning" set .*"completed_at" =/ },
  {
    name: 'COMMIT of a submission with its booking',
    text: /^commit/,
    after: [submitting, booking],
  },
  {
    name: 'COMMIT of a score that is booked behind',
    text: /^commit/,
    after: [submitting],
    without: booking,
  },
  { name: 'COMMIT of a booking behind', text: /^commit/, after: [booking], without: submitting },
];

const { sent, unreceived, received } = namePoints('/qm/api/exam/submit');

export const examPoints: Point[] = [
  { name: sent },
  { name: unreceived },
  { name: received },
  ...examSteps.flatMap(around),
];
