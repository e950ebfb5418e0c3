import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { errorText } from './i18n';
import { codeOf } from './problem';

/** Says what went wrong, in the reader's language. */
export function toastFailure(error: unknown, title?: string): void {
  notifications.show({
    ...closable(),
    color: 'red',
    title: title ?? i18next.t('toast.failed'),
    message: errorText(codeOf(error)),
  });
}

export function toastMessage(message: string, color: 'green' | 'red' | 'yellow' = 'green'): void {
  notifications.show({ ...closable(), color, message });
}

/** Says of several things what came of each, one per line. What went wrong stays until somebody has closed it. */
export function toastLines(lines: string[], color: 'green' | 'red'): void {
  notifications.show({
    ...closable(),
    color,
    message: lines.join('\n'),
    ...(color === 'red' && { autoClose: false }),
  });
}

/** The cross says what it does. */
export function closable() {
  return { closeButtonProps: { 'aria-label': i18next.t('common.close') } };
}
