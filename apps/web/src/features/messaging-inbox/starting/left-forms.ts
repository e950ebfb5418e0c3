import type { Uploads } from '../../../conversation/composer/uploads';
import type { ChosenTemplate } from '../templates/template-picker';
import type { StartValues, WrittenMail } from './start-values';

/** A form as somebody left it. */
export interface LeftForm extends StartValues, WrittenMail {
  template: { channelId: string; template: ChosenTemplate } | null;
  uploads: Uploads;
}

/** What was written and not sent, by whom it was begun for: it stands there again when the dialog opens. */
const left = new Map<string, LeftForm>();

const keyOf = ({ to, channelId }: Partial<StartValues>) => {
  if (!to) return '';
  return `${to.known ? to.known.id : (to.phone ?? to.email ?? '')} ${channelId ?? ''}`;
};

/** What the dialog shows: what was left there, to whom it is now. */
export function leftBy(begun: Partial<StartValues>): Partial<LeftForm> {
  const form = left.get(keyOf(begun));
  return form ? { ...form, ...(begun.to && { to: begun.to }) } : begun;
}

/** @param form null: it was sent, or given up */
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
