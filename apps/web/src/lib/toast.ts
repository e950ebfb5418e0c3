import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { errorText } from './i18n';
import { codeOf } from './problem';

/** Shows a toast with the error message in the user's language. */
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

/** Shows a toast with one line per item. A red toast stays until the user closes it. */
export function toastLines(lines: string[], color: 'green' | 'red'): void {
  notifications.show({
    ...closable(),
    color,
    message: lines.join('\n'),
    ...(color === 'red' && { autoClose: false }),
  });
}

/** Options of a toast that give its close button an accessible name. */
export function closable() {
  return { closeButtonProps: { 'aria-label': i18next.t('common.close') } };
}
