import type { ReactElement } from 'react';
import { EmptyState } from '@mantine/core';
import { INHERITS_FOCUS } from '../lib/inherits-focus';
import { errorText } from '../lib/i18n';

/** Shown in place of an entity that never existed or was deleted, even while its form is open. */
export function Missing({ icon, title }: { icon: ReactElement; title: string }) {
  return <EmptyState {...INHERITS_FOCUS} icon={icon} title={title} description={errorText('not_found')} />;
}
