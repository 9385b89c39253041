import { aiHealth } from './ai-health.ts';
import { antibiotics } from './antibiotics.ts';
import { bls } from './bls.ts';
import { familyDoctor, ruralEmergency, vaccination } from './community-one.ts';
import { acupuncture, monitoringWarning, myopia, neonatalResuscitation } from './community-two.ts';
import { handHygiene } from './hand-hygiene.ts';
import { hypertension } from './hypertension.ts';
import { infectiousLaw } from './infectious-law.ts';
import { medicalEthics } from './medical-ethics.ts';
import { mentalWellbeing } from './mental-wellbeing.ts';
import { pressureInjury } from './pressure-injury.ts';
import type { Script } from './script.ts';
import { shortScripts } from './short.ts';

export const scripts: readonly Script[] = [
  handHygiene,
  bls,
  pressureInjury,
  medicalEthics,
  hypertension,
  aiHealth,
  infectiousLaw,
  antibiotics,
  ruralEmergency,
  familyDoctor,
  vaccination,
  monitoringWarning,
  myopia,
  acupuncture,
  neonatalResuscitation,
  mentalWellbeing,
  ...shortScripts,
];
