/** Written by `tools/media/screens.ts`. */
export const pictures = {
  register: { file: 'register.webp', width: 1200, height: 750 },
  'sign-in': { file: 'sign-in.webp', width: 1200, height: 750 },
  catalogue: { file: 'catalogue.webp', width: 1200, height: 750 },
  course: { file: 'course.webp', width: 1200, height: 750 },
  cart: { file: 'cart.webp', width: 1200, height: 750 },
  'my-learn': { file: 'my-learn.webp', width: 1200, height: 750 },
  'my-exam': { file: 'my-exam.webp', width: 1200, height: 750 },
  certificates: { file: 'certificates.webp', width: 1200, height: 750 },
  verify: { file: 'verify.webp', width: 1200, height: 750 },
  'year-panel': { file: 'year-panel.webp', width: 1200, height: 750 },
  order: { file: 'order.webp', width: 1200, height: 750 },
};
