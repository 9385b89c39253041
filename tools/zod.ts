/** The schema words that browser code uses. Built as one module which every part of a page shares: otherwise each of them
 * brings its own copy of the whole library. A test compares this list with the code. */
export {
  _default, array, boolean, coerce, discriminatedUnion, enum, extend, int, literal, maximum, maxLength, minimum, minLength, number, object, optional, partial, record,
  refine, regex, string, toUpperCase, trim, tuple, unknown,
} from 'zod/v4/mini';
