import { Suspense, useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import { useFocusReturn } from '@mantine/hooks';
import type { Chat, Page } from '@parley/contracts/api/conversations';
import { useFormats } from '../../../lib/format';
import { can, useMe } from '../../../lib/me';
import { useTranslation } from '../../../lib/translation';
import { useListKey } from '../address';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { useSelection } from './selection';
import classes from './selection-bar.module.css';
import { lazyPart } from '../../../lib/lazy-part';

const AssignAllDialog = lazyPart(() => import('../assign-all/assign-all-dialog'), {
  shape: 'card',
  texts: 'inbox-assign-all',
});

/** Button for managers that assigns all conversations in the list, not only the selected ones. */
export function AssignAll({ page }: { page: Page<Chat> }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { inbox, list } = useListKey();
  const { isOn: isSelecting } = useSelection();
  const [isAsking, setAsking] = useState(false);
  const isAllowed =
    can(useMe().ability, 'create', 'assignmentJobs') && !inbox && list !== 'archived' && page.total > 0;
  useFocusReturn({ opened: isAsking });
  const ask = () => setAsking(true);
  useCommands({ assignAll: isAllowed ? ask : undefined });
  if (!isAllowed) return null;
  return (
    <>
      {isSelecting && (
        <UnstyledButton className={classes.all} onClick={ask}>
          {t('selection.assignAll', { formatted: `${number(page.total)}${page.isTotalCapped ? '+' : ''}` })}
        </UnstyledButton>
      )}
      {isAsking && (
        <Suspense>
          <AssignAllDialog page={page} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
