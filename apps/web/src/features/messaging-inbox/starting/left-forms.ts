import type { Uploads } from '../../../conversation/composer/uploads';
import type { ChosenTemplate } from '../templates/template-picker';
import type { StartValues, WrittenMail } from './start-values';

/** A form as the user left it. */
export interface LeftForm extends StartValues, WrittenMail {
  template: { channelId: string; template: ChosenTemplate } | null;
  uploads: Uploads;
}

/** Unsent forms by the contact and channel with which they were opened; the dialog shows them again when it opens. */
const left = new Map<string, LeftForm>();

const keyOf = ({ to, channelId }: Partial<StartValues>) => {
  if (!to) return '';
  return `${to.known ? to.known.id : (to.phone ?? to.email ?? '')} ${channelId ?? ''}`;
};

/**
 * The values with which the dialog opens: those left for this contact and channel, but with the given recipient; else
 * the given ones.
 */
export function leftBy(begun: Partial<StartValues>): Partial<LeftForm> {
  const form = left.get(keyOf(begun));
  return form ? { ...form, ...(begun.to && { to: begun.to }) } : begun;
}

/** @param form null: it was sent, or discarded */
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
