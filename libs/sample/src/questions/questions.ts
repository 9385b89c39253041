import { chronicQuestions } from './chronic.ts';
import { digitalQuestions } from './digital.ts';
import { emergencyQuestions } from './emergency.ts';
import { ethicsQuestions } from './ethics.ts';
import { infectiousQuestions } from './infectious.ts';
import { nursingQuestions } from './nursing.ts';

/** The sample's whole question bank, by field. */
export const banks = [
  ethicsQuestions,
  infectiousQuestions,
  chronicQuestions,
  emergencyQuestions,
  nursingQuestions,
  digitalQuestions,
] as const;
