import { Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation';
import type { Tested } from './back-test-drawer';
import type { Names } from './use-names';
import { lazyPart } from '../../lib/lazy-part';

const BackTestDrawer = lazyPart(() => import('./back-test-drawer'), { shape: 'card' });

interface BackTestProps extends Tested {
  /** Shortcut in the notation of `useHotkeys`; one with a modifier also works while the user types. */
  hotkey: string;
  names: Names;
}

/**
 * Button that opens the drawer for testing rules on past messages. Opened again, the drawer still shows the latest
 * test.
 */
export function BackTest({ hotkey, ...tested }: BackTestProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [testId, setTestId] = useState<string | null>(null);
  useHotkeys([[hotkey, () => setOpen(true)]], hotkey.includes('+') ? [] : undefined);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHistory size={16} />}
        aria-keyshortcuts={hotkey.replace('mod', 'Control')}
        onClick={() => setOpen(true)}
      >
        {t('routing.test.open')}
      </Button>
      <Suspense>
        {isOpen && (
          <BackTestDrawer {...tested} testId={testId} onBegun={setTestId} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
