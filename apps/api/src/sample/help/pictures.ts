/** Written by `tools/media/screens.ts`. */
export const pictures = {
  catalogue: { file: 'catalogue-21996175.webp', width: 1200, height: 750 },
  certificates: { file: 'certificates-f00f0eff.webp', width: 1200, height: 750 },
  course: { file: 'course-32d7645b.webp', width: 1200, height: 750 },
  'my-exam': { file: 'my-exam-6a472c23.webp', width: 1200, height: 750 },
  order: { file: 'order-bbf696c0.webp', width: 1200, height: 750 },
  register: { file: 'register-91c7e118.webp', width: 1200, height: 750 },
  'sign-in': { file: 'sign-in-0fab5afb.webp', width: 1200, height: 750 },
  verify: { file: 'verify-422b5be1.webp', width: 1200, height: 750 },
  'year-panel': { file: 'year-panel-68e1bd0d.webp', width: 1200, height: 750 },
};
