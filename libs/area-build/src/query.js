/** The exports of the query library that browser code uses, built as one module shared by all parts
 * of a page, without the rest of the library. Imported by another name, because the package's own
 * resolves to this module. A test compares this list with the code. */
export {
  hydrate,
  IsRestoringProvider,
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  queryOptions,
  skipToken,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from 'whole-query-library';
