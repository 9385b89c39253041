/** What browser code uses of the query library. Built as one module which every part of a page
 * shares, so that the rest of the library stays away. It is named by its file, because its name
 * leads to this module. A test compares this list with the code. */
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
} from '../../node_modules/@tanstack/react-query/build/modern/index.js';
