import type { PdfContent, PdfDictionary, PdfValue } from './read-pdf.ts';

export type PdfFault = 'scripted' | 'attached' | 'encrypted';

const allowedActions = new Set(['/GoTo', '/URI', '/Named']);
const allowedCommands = new Set(['/NextPage', '/PrevPage', '/FirstPage', '/LastPage']);
/** Names that occur only where something runs, wherever they are. */
const acting = new Set(
  [
    'JavaScript JS Launch SubmitForm ImportData ResetForm RichMedia RichMediaExecute Rendition',
    'GoToR GoToE GoToDp GoTo3DView SetOCGState Hide Thread Movie Sound Trans3D XFA AA 3D Screen PS',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `/${name}`),
);
/** As values these are also fonts, structure and the like: only as a key or as an action. */
const actingKeys = new Set(['/JavaScript', '/JS', '/XFA', '/AA', '/RichMediaContent', '/PS']);
const attachedKeys = new Set(['/EF', '/EmbeddedFiles', '/Collection', '/AF']);
const attachedNames = new Set(['/EmbeddedFile', '/FileAttachment', '/Filespec', '/F']);

/** What a PDF does beyond showing pages. */
export function objectsFault({ values, streams }: PdfContent): PdfFault | undefined {
  const resolve = (value: PdfValue | undefined): PdfValue | undefined => {
    let found = value;
    for (let depth = 0; typeof found === 'string' && found.endsWith(' R') && depth < 32; depth += 1)
      found = values.get(found);
    return found;
  };

  function dictionaryFault(dictionary: PdfDictionary): PdfFault | undefined {
    const at = (name: string) => resolve(dictionary[name]);
    for (const key of Object.keys(dictionary)) {
      if (key === '/Encrypt') return 'encrypted';
      if (actingKeys.has(key)) return 'scripted';
      if (attachedKeys.has(key)) return 'attached';
    }
    const kinds = [at('/S'), at('/Subtype'), at('/Subtype2'), at('/Type')];
    if (kinds.some((kind) => typeof kind === 'string' && acting.has(kind))) return 'scripted';
    if ([at('/Type'), at('/Subtype')].some((kind) => attachedNames.has(String(kind))))
      return 'attached';
    const isLink = '/URI' in dictionary && !isWebAddress(at('/URI'), resolve);
    if (isLink || ('/Base' in dictionary && !isWebAddress(at('/Base'), resolve))) return 'scripted';
    if (at('/S') === '/Named' && !allowedCommands.has(String(at('/N')))) return 'scripted';
    return ['/A', '/OpenAction', '/Next', '/PA']
      .flatMap((key) => at(key) ?? [])
      .map(resolve)
      .some((action) => isDictionary(action) && !isAllowedAction(action, resolve))
      ? 'scripted'
      : undefined;
  }

  for (const { dict } of streams)
    if ('/F' in dict || '/Ref' in dict || '/FFilter' in dict) return 'attached';
  for (const dictionary of walkDictionaries([...values.values()])) {
    const fault = dictionaryFault(dictionary);
    if (fault) return fault;
  }
  return undefined;
}

type Resolve = (value: PdfValue | undefined) => PdfValue | undefined;

const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without a kind it is no action: resources, outline items and attributes share these keys. */
const isAllowedAction = (action: PdfDictionary, resolve: Resolve): boolean =>
  !('/S' in action) || allowedActions.has(String(resolve(action['/S'])));

/** Also without a scheme, as people write it; never another scheme or a network share. */
function isWebAddress(value: PdfValue | undefined, resolve: Resolve): boolean {
  if (isDictionary(value)) return isWebAddress(resolve(value['/Base']) ?? 'u:', resolve);
  if (typeof value !== 'string' || !/^[ub]:/.test(value)) return false;
  const text = value.startsWith('b:')
    ? Buffer.from(value.slice(2), 'hex').toString('latin1')
    : value.slice(2);
  // Browsers ignore these characters inside of a scheme.
  const address = text.replace(/[\0-\x20\x7f-\xa0]/g, '');
  const [, scheme] = /^([^/?#]*?):/.exec(address) ?? [];
  return scheme === undefined
    ? !/^[\\/]{2}|^\\/.test(address)
    : /^(https?|mailto|tel)$/i.test(scheme) || /^[\w.-]+\.[a-z]{2,}$/i.test(scheme);
}

function* walkDictionaries(roots: PdfValue[]): Generator<PdfDictionary> {
  const waiting = roots;
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) yield value;
    for (const item of Object.values(value)) waiting.push(item);
  }
}
