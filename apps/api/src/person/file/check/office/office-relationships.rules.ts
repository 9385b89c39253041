/** `linked`: something is fetched from outside; `active`: something runs; `unknown`: nobody knows. */
export type OfficeFault = 'active' | 'linked' | 'unknown';

const known =
  /^https?:\/\/(schemas\.openxmlformats\.org\/|purl\.oclc\.org\/ooxml\/|schemas\.microsoft\.com\/office\/|www\.wps\.cn\/officeDocument\/\d+\/cellImage$)/;
const active = new RegExp(
  `^(${[
    'attachedTemplate|oleObject|package|frame|subDocument|control|ctrlProp|activeX.*|.*vba.*|.*macro.*',
    'dialogsheet|attachedToolbars|keyMapCustomizations|extensibility|.*customization|.*taskpanes?',
    'webextension.*|aFChunk|transform|volatileDependencies|customData|powerPivotData|addin.*',
  ].join('|')})$`,
  'i',
);
const linked =
  /^(externalLink.*|xl(External|Path|Library|Startup|Alternate).*|connections|queryTable|mailMerge.*|recipientData|slideUpdate.*|htmlPubSaveAs|rdRichValueWebImage)$/i;

/** What a relationship is for decides, not the name of its part. */
export function relationshipFault(attributes: Record<string, string>): OfficeFault | undefined {
  const { Type: type = '', Target: target = '', TargetMode: mode = 'Internal' } = attributes;
  const kind = type.slice(type.lastIndexOf('/') + 1);
  if (active.test(kind)) return 'active';
  if (linked.test(kind)) return 'linked';
  if (!known.test(type)) return 'unknown';
  if (mode === 'External') return kind === 'hyperlink' && isWebLink(target) ? undefined : 'linked';
  if (mode !== 'Internal') return 'unknown';
  return isInside(target) || (kind === 'hyperlink' && target.startsWith('#'))
    ? undefined
    : 'linked';
}

// Word and browsers ignore these characters inside of a scheme.
const clean = (text: string) => text.replace(/[\0-\x20\x7f-\xa0]/g, '');

/** A part of the same document: no scheme, no other machine, however it is encoded. */
export function isInside(target: string): boolean {
  let path = clean(target);
  for (let before = ''; before !== path;) {
    before = path;
    try {
      path = clean(decodeURIComponent(path));
    } catch {
      return false;
    }
  }
  return /^(?!\/\/)[^\\:]*$/.test(path);
}

/** What a stylesheet or a style fetches: it may refer to its own document only. */
export function styleFault(css: string): OfficeFault | undefined {
  // Escapes hide names.
  if (/@|\\|\/\//.test(css)) return 'linked';
  return /(url|image|image-set|src)\s*\(\s*(?!['"]?#)/i.test(css) ? 'linked' : undefined;
}

/** A web page, an address for mail, or a place in the same document. */
export const isWebLink = (text: string): boolean =>
  /^(https?:\/\/(?![^/]*\\)|mailto:|#)/i.test(clean(text));
