import type { Uploads } from '../../../conversation/composer/uploads';
import type { ChosenTemplate } from '../templates/template-picker';
import type { StartValues, WrittenMail } from './start-values';

/** The values of an unsent form when the user closed it. */
export interface LeftForm extends StartValues, WrittenMail {
  template: { channelId: string; template: ChosenTemplate } | null;
  uploads: Uploads;
}

/**
 * Unsent forms by the contact and channel for which they were opened; the dialog restores them when it opens again.
 */
const left = new Map<string, LeftForm>();

const keyOf = ({ to, channelId }: Partial<StartValues>) => {
  if (!to) return '';
  return `${to.known ? to.known.id : (to.phone ?? to.email ?? '')} ${channelId ?? ''}`;
};

/**
 * Values with which the dialog opens: those of an unsent form for this contact and channel, but with the given
 * recipient; without such a form, the given values.
 */
export function leftBy(begun: Partial<StartValues>): Partial<LeftForm> {
  const form = left.get(keyOf(begun));
  return form ? { ...form, ...(begun.to && { to: begun.to }) } : begun;
}

/**
 * Stores a form that the user closes.
 * @param form null: it was sent or discarded, so nothing is stored
 */
export function leave(begun: Partial<StartValues>, form: LeftForm | null): void {
  const isWritten =
    form &&
    (form.text.trim() !== '' ||
      form.subject.trim() !== '' ||
      form.cc.length + form.bcc.length > 0 ||
      form.template !== null ||
      form.uploads.items.get().length > 0);
  if (isWritten) left.set(keyOf(begun), form);
  else left.delete(keyOf(begun));
}
