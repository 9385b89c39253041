/** What SMS are sent for: those that a page asks for, and proving oneself again. */
export const smsTextScenes = ['login', 'regist', 'forgetpwd', 'change_mobile', 'step_up'] as const;

/** An approved template of a provider. */
export interface SmsTemplate {
  id: string;
  /** The template also names the minutes for which the code is valid, after the code. */
  hasMinutes: boolean;
}

const part = /^(?:([a-z_]+):)?([A-Za-z0-9_-]{1,64})(\+minutes)?$/;

/** Parses `SMS_1,regist:SMS_2+minutes`: the template of all scenes, then those of single ones.
 * Undefined if it is malformed, names an unknown scene or one twice, or lacks the first. */
export function parseTemplates(text: string): ReadonlyMap<string, SmsTemplate> | undefined {
  const templates = new Map<string, SmsTemplate>();
  for (const item of text.split(',')) {
    const [, scene = '', id, minutes] = part.exec(item.trim()) ?? [];
    const isScene = scene === '' || smsTextScenes.some((name) => name === scene);
    if (!id || !isScene || templates.has(scene)) return undefined;
    templates.set(scene, { id, hasMinutes: minutes !== undefined });
  }
  return templates.has('') ? templates : undefined;
}

/** A signature as registered, without its brackets. */
export const isSmsSign = (text: string): boolean => /^[^【】[\]\s]{2,20}$/u.test(text);
