import * as z from 'zod/mini';

/** What a build says about its source, in `build.json`. It comes from whoever has built it. */
export const BuildInfo = z.object({
  application: z.string().check(z.maxLength(40)),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  /** Version of the session contract. */
  contract: z.number(),
  /** Version of libs/commons. */
  commons: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  /** Exports of shared libraries that are only partly built in, by module name. */
  shared_exports: z.record(z.string(), z.array(z.string())),
  /** Schemas of all calls that the area could make, by path. */
  calls: z.record(z.string(), z.unknown()),
});
export type BuildInfo = z.infer<typeof BuildInfo>;
