import type { Command } from '../staff/command.ts';
import { exam } from './exam.ts';
import { extension } from './extension.ts';
import { homework } from './homework.ts';
import { inquiry } from './inquiry.ts';
import { live } from './live.ts';
import { note } from './note.ts';
import { study } from './study.ts';
import { trainingclass } from './training-class/training-class.ts';

export const studyAreas: Readonly<Record<string, Record<string, Command>>> = {
  study,
  live,
  trainingclass,
  exam,
  homework,
  note,
  inquiry,
  extension,
};
